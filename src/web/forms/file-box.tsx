import "./file-box.css";
import { type InputHTMLAttributes, useState } from "react";
import { Icon } from "../ui/icon.tsx";

interface FileBoxProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "onChange" | "className"
> {
  /** Word of the button, e.g. "Choose a picture": the platform's own speaks the browser's language. */
  readonly text: string;
  readonly onPick: (file: File | null) => void;
}

/** The platform's input lies unseen over its drawing: pressed, dropped on, focused and read out as ever. */
export function FileBox({ text, onPick, ...input }: FileBoxProps) {
  const [name, setName] = useState<string>();
  return (
    <span className="file-box">
      <span className="file-box-button" aria-hidden>
        <Icon name="upload" size="small" />
        {text}
      </span>
      {name !== undefined && <bdi className="file-box-name">{name}</bdi>}
      <input
        {...input}
        type="file"
        onChange={({ target }) => {
          const file = target.files?.[0] ?? null;
          setName(file?.name);
          onPick(file);
        }}
      />
    </span>
  );
}
