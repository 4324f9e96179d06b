import { useRef, useState } from "react";
import type { Bounds } from "#kernel/geo.ts";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { saveFile } from "#web/api/save-file.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { Zone } from "../domain/zone.ts";
import { GEOJSON_BYTES_MAX, geoJsonOf, type ReadFile, withGeoJson } from "../domain/geojson.ts";

interface ZoneFilesProps {
  zones: readonly Zone[];
  reach: Bounds | undefined;
  onRead: (zones: readonly Zone[]) => void;
}

/** Zones from a file and into one. */
export function ZoneFiles({ zones, reach, onRead }: ZoneFilesProps) {
  const t = useWords("zones");
  const box = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<ReadFile>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const found: ReadFile =
      file.size > GEOJSON_BYTES_MAX
        ? { file: "too-large-file" }
        : withGeoJson(await file.text(), zones, reach);
    setRead(found);
    if ("zones" in found && found.added + found.changed > 0) onRead(found.zones);
  };
  const write = () =>
    saveFile(new Blob([geoJsonOf(zones)], { type: "application/geo+json" }), "zones.geojson");
  return (
    <Card title={t("file.title")}>
      <p className="quiet small">{t("file.text")}</p>
      <div className="row gap-2">
        <Button icon="upload" onClick={() => box.current?.click()}>
          {t("file.import")}
        </Button>
        <Button disabled={zones.length === 0} onClick={write}>
          {t("file.export")}
        </Button>
      </div>
      <input
        ref={box}
        className="hidden-text"
        type="file"
        tabIndex={-1}
        aria-label={t("file.import")}
        accept=".geojson,.json,application/geo+json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = "";
          void take(file);
        }}
      />
      <div aria-live="polite">{read && <Outcome read={read} />}</div>
    </Card>
  );
}

function Outcome({ read }: { read: ReadFile }) {
  const t = useWords("zones");
  if ("file" in read) return <Banner tone="trouble">{refusalSentence(`zones.${read.file}`)}</Banner>;
  const { added, changed, faults } = read;
  return (
    <Banner tone={faults.length > 0 ? "warning" : "done"}>
      <p>{t("file.read", { added, changed })}</p>
      {faults.length > 0 && (
        <>
          <p>{t("file.left-out", { n: faults.length })}</p>
          <ul>
            {faults.map(({ n, name, code }) => (
              <li key={n}>
                {name === null ? t("file.feature", { n }) : t("file.feature-named", { n, name })}{" "}
                {refusalSentence(`zones.${code}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
