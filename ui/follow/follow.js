// Waits for a picture of a later run than the one that was followed, and a short pause after it.

const PAUSE_MS = 60;
const listeners = new WeakMap();

export default function follow({ data, parentElement, setStateValue }) {
  listeners.get(parentElement)?.();
  let timer = 0;
  const onDrawn = ({ detail }) => {
    clearTimeout(timer);
    if (!detail || detail === data.run) return;
    timer = setTimeout(() => setStateValue("seen", detail), PAUSE_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener("workbench:drawn", onDrawn);
  };
  window.addEventListener("workbench:drawn", onDrawn);
  listeners.set(parentElement, stop);
  return stop;
}
