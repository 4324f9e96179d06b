import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { type StepParts, usePass } from "../use-setup.ts";

/** Shows the steps that are still to do, else the end. */
export function FinishStep(parts: StepParts) {
  const t = useWords("setup");
  const f = useFormat();
  const { setup, onStep } = parts;
  const pass = usePass(parts);
  const [first] = setup.missing;
  if (setup.finishedAt !== null && !first)
    return (
      <div className="stack gap-4">
        <Banner tone="done">{t("finish.done", { org: setup.organisation.name })}</Banner>
        <div className="row gap-2">
          <Button variant="filled" icon="parcel" href="/d/new">
            {t("finish.book")}
          </Button>
          <Button variant="tonal" icon="check" href="/a/ready">
            {t("ready.title")}
          </Button>
          <Button variant="tonal" icon="route" href="/d/board">
            {t("finish.board")}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="stack gap-4">
      <p>{t("finish.text")}</p>
      {first ? (
        <Banner
          tone="warning"
          actions={
            <Button variant="tonal" onClick={() => onStep(first)}>
              {t("finish.look", { step: t(`step.${first}`) })}
            </Button>
          }
        >
          {t("finish.missing", { steps: f.list(setup.missing.map((step) => t(`step.${step}`))) })}
        </Banner>
      ) : (
        <div>
          <Button variant="filled" icon="check" loading={pass.isPending} onClick={pass.press}>
            {t("finish.button")}
          </Button>
        </div>
      )}
      <RefusalNote error={pass.error} onRetry={pass.press} />
    </div>
  );
}
