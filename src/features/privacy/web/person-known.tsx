import { saveFile } from "#web/api/save-file.ts";
import { ConfirmNote } from "#web/confirm/confirm-note.tsx";
import { useKept } from "#web/confirm/kept.ts";
import { useGuarded } from "#web/confirm/use-guarded.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { MOST_FOUND, type Person, type PersonFound, privacyApi } from "../contract/api.ts";
import { ForgetDialog } from "./forget-dialog.tsx";

interface PersonKnownProps {
  readonly person: Person;
  readonly found: PersonFound;
  readonly onForgotten: () => void;
}

/** Says in how many deliveries a person stands, with both things that a person may ask for. */
export function PersonKnown({ person, found, onForgotten }: PersonKnownProps) {
  const t = useWords("privacy");
  const f = useFormat();
  const zone = useZone();
  const [isAsking, setAsking] = useKept("privacy.asking", false);
  const copy = useGuarded(privacyApi.exportPerson, {
    onDone: (file) =>
      saveFile(new Blob([JSON.stringify(file, null, 2)], { type: "application/json" }), "person.json"),
  });
  if (found.deliveries === 0 || found.first === null || found.last === null) return <p>{t("known.none")}</p>;
  if (found.deliveries > MOST_FOUND) return <Banner tone="warning">{t("refusal.too-many")}</Banner>;
  return (
    <div className="stack gap-4">
      <p className="strong">
        {t("known.count", {
          n: found.deliveries,
          first: f.date(found.first, zone),
          last: f.date(found.last, zone),
        })}
      </p>
      {found.open > 0 && <Banner tone="warning">{t("known.open", { n: found.open })}</Banner>}
      <div className="row gap-2 wrap">
        <Button
          variant="outlined"
          icon="receipt"
          loading={copy.isPending}
          onClick={() => copy.mutate({ person })}
        >
          {t("known.copy")}
        </Button>
        {found.open === 0 && (
          <Button variant="outlined" tone="danger" icon="delete" onClick={() => setAsking(true)}>
            {t("known.forget")}
          </Button>
        )}
      </div>
      <ConfirmNote error={copy.error} />
      {isAsking && (
        <ForgetDialog
          person={person}
          found={found}
          onForgotten={onForgotten}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
