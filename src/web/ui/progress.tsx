import "./styles/progress.css";

/** A bar for work with a known share done (0 to 1), or without one. */
export function Progress({ label, value }: { label: string; value?: number }) {
  return <progress className="progress" aria-label={label} value={value} max={1} />;
}
