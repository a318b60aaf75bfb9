import streamlit as st

st.title("positional_encoding")
