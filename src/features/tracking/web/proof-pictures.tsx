import { useId } from "react";
import { Problem } from "#web/api/problem.ts";
import { refusalText } from "#web/api/refusal-text.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldFrame } from "#web/ui/field-frame.tsx";
import { OPEN_PICTURES, PAGE_PICTURE, type PageForms } from "../contract/page.ts";
import type { TrackingView } from "../contract/api.ts";

export interface ProofPicturesProps {
  readonly opensBy: NonNullable<TrackingView["proof"]>["opensBy"];
  readonly forms: PageForms;
}

/** Pictures of the proof, or the question before them. A form of the page itself: it needs no script. */
export function ProofPictures({ opensBy, forms }: ProofPicturesProps) {
  const t = useWords("tracking");
  const id = useId();
  const { key, pictures, posted } = forms;
  if (pictures.length > 0)
    return (
      <ul className="track-pictures" id={OPEN_PICTURES}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <img src={`?${PAGE_PICTURE}=${picture.id}`} alt={t(`pictures.${picture.kind}`)} loading="lazy" />
          </li>
        ))}
      </ul>
    );
  const asked = opensBy.length > 1 ? "both" : (opensBy[0] ?? "house_number");
  const fault = posted?.act === OPEN_PICTURES ? posted : undefined;
  return (
    <form method="post" action={`#${OPEN_PICTURES}`} className="track-answer" id={OPEN_PICTURES}>
      <input type="hidden" name="act" value={OPEN_PICTURES} />
      <input type="hidden" name="key" value={key} />
      <FieldFrame
        id={id}
        label={t(`pictures.ask.${asked}`)}
        hint={t("pictures.why")}
        {...(fault && { error: refusalText(new Problem(fault.code, fault)) })}
        required
      >
        {(control) => (
          <div className="field-box">
            <input {...control} name="answer" required maxLength={20} autoComplete="off" dir="auto" />
          </div>
        )}
      </FieldFrame>
      <Button type="submit" icon="camera">
        {t("pictures.open")}
      </Button>
    </form>
  );
}
