import { useEffect, useRef, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import "#web/ui/styles/filter-box.css";

const DELAY_MS = 250;

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Keeps what is typed at once and asks a moment later. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The address changed from outside (Back, "clear"): the box follows.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = next;
      onChange(next);
    }, DELAY_MS);
  };
  return (
    <label className="filter-box filter-search">
      <Icon name="search" size="small" />
      <input
        type="search"
        dir="auto"
        value={text}
        placeholder={label}
        aria-label={label}
        onChange={(event) => type(event.target.value)}
      />
    </label>
  );
}
