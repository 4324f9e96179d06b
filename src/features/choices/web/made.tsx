import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { PageForms } from "#features/tracking/contract/page.ts";
import type { Choices } from "../contract/api.ts";
import { Sent } from "./choice-form.tsx";

type One = Choices["made"][number];

export interface MadeProps {
  readonly made: readonly One[];
  readonly zone: string;
  readonly isBusy: boolean;
  readonly forms: PageForms | undefined;
  readonly onTakeBack: (id: string) => Promise<boolean>;
}

/** Choices that were made, and what became of each. */
export function Made({ made, zone, isBusy, forms, onTakeBack }: MadeProps) {
  const t = useWords("choices");
  const format = useFormat();
  if (made.length === 0) return null;
  return (
    <ul className="choices-made" id="take-back">
      {made.map(({ id, choice, fate, at, mayTakeBack }) => (
        <li key={id} data-fate={fate}>
          <p>
            <span className="strong">
              {t(`made.${choice.kind}`, {
                place: "place" in choice ? choice.place : "",
                window: "window" in choice ? format.window(choice.window, zone) : "",
              })}
            </span>{" "}
            {"note" in choice && choice.note !== "" && (
              <>
                <q dir="auto">{choice.note}</q>{" "}
              </>
            )}
            <span>{t(`fate.${fate}`, { time: at === null ? "" : format.time(at, zone) })}</span>
          </p>
          {mayTakeBack && (
            <form
              method="post"
              action="#take-back"
              onSubmit={(event) => {
                event.preventDefault();
                void onTakeBack(id);
              }}
            >
              <Sent forms={forms} act="take-back" values={{ id }} />
              <Button type="submit" variant="outlined" disabled={isBusy}>
                {t("take-back")}
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}
