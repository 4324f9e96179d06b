import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FieldFrameProps } from "../field-frame.tsx";
import type { IconName } from "../icon.tsx";
import { definedOf, TextField } from "../text-field.tsx";

export interface ComboOption<T> {
  id: string;
  label: string;
  detail?: string;
  icon?: IconName;
  value: T;
}

export interface ComboboxProps<T> extends FieldFrameProps {
  id?: string;
  /** Text of the box; the caller keeps it. */
  text: string;
  onText: (text: string) => void;
  /** Finds options for what was typed; called at most every 200 ms, an answer that came too late is dropped. */
  search: (text: string, signal: AbortSignal) => Promise<readonly ComboOption<T>[]>;
  onChoose: (value: T, option: ComboOption<T>) => void;
  onBlur?: () => void;
  icon?: IconName;
  placeholder?: string;
  autoComplete?: string;
  /** Shown when nothing was found, e.g. "Set the pin by hand". */
  empty?: ReactNode;
  minLength?: number;
}

export interface OpenProps<T> extends ComboboxProps<T> {
  /** Something was typed before this code was there: its matches are still owed. */
  typedBefore: boolean;
}

type OpenBox = (props: OpenProps<never>) => ReactNode;
let openBox: OpenBox | undefined;

/** Kept outside React: a suspended part would take the focus, and keys pressed meanwhile, from the box. */
async function load(): Promise<void> {
  const { ComboboxOpen } = await import("./combobox-open.tsx");
  // Safe: the component is generic inside; a variable cannot say so.
  openBox = ComboboxOpen as unknown as OpenBox;
}

/** Safe: for the same reason. */
const open = <T,>(props: ComboboxProps<T>): ComboboxProps<never> => props as unknown as ComboboxProps<never>;

/**
 * A text box that offers matches. Until its code is there (fetched when the page is idle or the box gets focus) it is
 * a plain text box, so typing never waits.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const [ready, setReady] = useState(openBox !== undefined);
  const [focused, setFocused] = useState(false);
  const [typed, setTyped] = useState(false);
  useEffect(() => {
    let here = true;
    const fetchIt = () => void load().then(() => here && setReady(true));
    const idle = setTimeout(fetchIt, 1_500);
    if (focused) fetchIt();
    return () => {
      here = false;
      clearTimeout(idle);
    };
  }, [focused]);

  const { label, text, onText, onBlur, icon, placeholder, autoComplete, hint, error, required, id } = props;
  const plain = (
    <span className="contents" onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <TextField
        label={label}
        value={text}
        onChange={(next) => {
          setTyped(true);
          onText(next);
        }}
        {...definedOf({ onBlur, icon, placeholder, autoComplete, hint, error, required, id })}
      />
    </span>
  );
  const Open = openBox;
  if (!ready || !Open) return plain;
  return (
    <FocusKeeper focus={focused}>
      <Open {...open(props)} typedBefore={typed && focused} />
    </FocusKeeper>
  );
}

/** Gives the new box the focus that the plain one had, once, with the caret at the end. */
function FocusKeeper({ focus, children }: { focus: boolean; children: ReactNode }) {
  const [had] = useState(focus);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const input = had && place.current?.querySelector("input");
    if (!input) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [had]);
  return (
    <span className="contents" ref={place}>
      {children}
    </span>
  );
}
