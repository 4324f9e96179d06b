import { FieldFrame, type FieldFrameProps } from "#web/ui/field-frame.tsx";
import "./office.css";

interface PictureInputProps extends FieldFrameProps {
  readonly id: string;
  readonly onBlur?: () => void;
  readonly onPick: (picture: File | null) => void;
}

/** Asks for the file of a picture. */
export function PictureInput({ onBlur, onPick, ...frame }: PictureInputProps) {
  return (
    <FieldFrame {...frame} className="file-field">
      {(control) => (
        <input
          {...control}
          type="file"
          accept="image/*"
          onBlur={onBlur}
          onChange={(event) => onPick(event.target.files?.[0] ?? null)}
        />
      )}
    </FieldFrame>
  );
}
