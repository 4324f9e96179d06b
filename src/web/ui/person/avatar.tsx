import "./avatar.css";
import { type ReactNode, useState } from "react";

export interface AvatarProps {
  name: string;
  size?: "small" | "medium";
  /** Address of a picture that this page may show; the initials stand in when it does not come. */
  picture?: string;
}

/** A person in a circle: picture or initials; the name stands beside it. */
export function Avatar({ name, size = "medium", picture }: AvatarProps): ReactNode {
  const [failed, setFailed] = useState<string>();
  if (picture !== undefined && picture !== failed)
    return (
      <img
        className={`avatar avatar-${size}`}
        src={picture}
        alt=""
        onError={() => setFailed(picture)}
        referrerPolicy="no-referrer"
      />
    );
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => String.fromCodePoint(part.codePointAt(0) ?? 0x20).toLocaleUpperCase())
    .join("");
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      {initials}
    </span>
  );
}
