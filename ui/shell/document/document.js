// The language of the document, which Streamlit always gives as English.

export default function speak({ data }) {
  document.documentElement.lang = data.language;
}
