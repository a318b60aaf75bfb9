// Waits for a picture of a later run than the one that was followed, and a short pause after it.

const PAUSE_MS = 60;
const followers = new WeakMap();

export default function follow({ data, parentElement, setStateValue }) {
  const before = followers.get(parentElement);
  before?.stop();
  const follower = { seen: before?.seen, timer: 0 };
  const onDrawn = () => {
    clearTimeout(follower.timer);
    const { run } = document.documentElement.dataset;
    if (!run || run === data.run || run === follower.seen) return;
    follower.timer = setTimeout(() => {
      follower.seen = run;
      setStateValue("seen", run);
    }, PAUSE_MS);
  };
  follower.stop = () => {
    clearTimeout(follower.timer);
    window.removeEventListener("workbench:drawn", onDrawn);
  };
  window.addEventListener("workbench:drawn", onDrawn);
  followers.set(parentElement, follower);
  // The picture may have come while this was still being loaded.
  onDrawn();
  return () => followers.get(parentElement)?.stop();
}
