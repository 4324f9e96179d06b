import { FileBox } from "#web/forms/file-box.tsx";
import { useWords } from "#web/i18n/words.ts";
import { FieldFrame, type FieldFrameProps } from "#web/ui/field-frame.tsx";
import "./office.css";

interface PictureInputProps extends FieldFrameProps {
  readonly id: string;
  readonly onBlur?: () => void;
  readonly onPick: (picture: File | null) => void;
}

/** Asks for the file of a picture. */
export function PictureInput({ onBlur, onPick, ...frame }: PictureInputProps) {
  const t = useWords("proofs");
  return (
    <FieldFrame {...frame} className="file-field">
      {(control) => (
        <FileBox {...control} text={t("office.choose")} accept="image/*" onBlur={onBlur} onPick={onPick} />
      )}
    </FieldFrame>
  );
}
