import { useState } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { type Import, importsApi } from "../../contract/api.ts";
import { type Field, FIELDS, REQUIRED } from "../../domain/fields.ts";
import { FieldUse } from "./field-use.tsx";
import { draftOf, type MappingDraft, mappingOf, missingIn, unclearDates } from "./mapping-draft.ts";
import { SenderOfAll } from "./sender-of-all.tsx";

const NEEDED: readonly Field[] = [...REQUIRED, "from"];
const MORE = FIELDS.filter((field) => !NEEDED.includes(field));

interface MappingFormProps {
  readonly file: Import;
  readonly onDone: () => Promise<void>;
}

/** Says which column is which field; a file with known columns needs one press. */
export function MappingForm({ file, onDone }: MappingFormProps) {
  const t = useWords("imports");
  const [draft, setDraft] = useState<MappingDraft>(() => draftOf(file.mapping));
  const [isTried, setTried] = useState(false);
  const map = useCommand(importsApi.mapColumns, { onDone });
  const dates = unclearDates(draft, file.columns);
  const missing = missingIn(draft);
  const isUnclear = dates !== undefined && draft.dateOrder === null;
  const change = (field: Field, use: MappingDraft["fields"][Field]) =>
    setDraft((now) => ({ ...now, fields: { ...now.fields, [field]: use } }));
  const rowsOf = (fields: readonly Field[]) =>
    fields.map((field) => (
      <FieldUse
        key={field}
        field={field}
        use={draft.fields[field]}
        columns={file.columns}
        isMissing={isTried && missing.includes(field)}
        onChange={(use) => change(field, use)}
      />
    ));
  return (
    <form
      className="import-card stack gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing.length === 0 && !isUnclear) map.mutate({ id: file.id, mapping: mappingOf(draft) });
      }}
    >
      <h2 className="title">{t("map.title")}</h2>
      <ReadAs file={file} />
      {file.isRemembered && <Banner tone="info">{t("map.remembered")}</Banner>}
      <p className="quiet">{t("map.text")}</p>
      <SenderOfAll draft={draft} onChange={setDraft} />
      <fieldset className="import-fields">
        <legend className="title-small">{t("map.needed")}</legend>
        {rowsOf(NEEDED)}
      </fieldset>
      {dates && (
        <RadioGroup
          label={t("map.date-order")}
          hint={t("map.date-order.ask", { sample: dates.join(", ") })}
          value={draft.dateOrder ?? ""}
          options={(["dmy", "mdy"] as const).map((value) => ({ value, label: t(`map.${value}`) }))}
          onChange={(dateOrder) => setDraft((now) => ({ ...now, dateOrder }))}
          {...(isTried && isUnclear && { error: t("refusal.date-order-missing") })}
        />
      )}
      <details className="import-more">
        <summary>{t("map.more")}</summary>
        <div className="import-fields">{rowsOf(MORE)}</div>
      </details>
      {isTried && missing.length > 0 && (
        <Banner tone="trouble" urgent>
          {t("refusal.columns-missing")}
        </Banner>
      )}
      <RefusalNote error={map.error} />
      <div>
        <Button type="submit" variant="filled" icon="search" loading={map.isPending}>
          {t("map.check")}
        </Button>
      </div>
    </form>
  );
}

const SEPARATOR = { ",": "comma", ";": "semicolon", "\t": "tab" } as const;

function ReadAs({ file: { readAs } }: { readonly file: Import }) {
  const t = useWords("imports");
  const { encoding, separator } = readAs;
  if (encoding === null || separator === null) return null;
  const kind = separator === ";" || separator === "\t" ? separator : ",";
  return (
    <p className="quiet small">
      {t("read-as", { encoding: encoding.toUpperCase(), separator: t(`separator.${SEPARATOR[kind]}`) })}
    </p>
  );
}
