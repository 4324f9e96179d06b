import { type KeyboardEvent, type SyntheticEvent, useState } from "react";
import { parseHumanNumber } from "#kernel/human-number.ts";
import { parseParcelCode } from "#kernel/parcel-code.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { SearchBox } from "#web/forms/search-box.tsx";
import { useWords } from "#web/i18n/words.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { hubApi } from "../contract/api.ts";

const Scanner = lazyPart(() => import("#web/scan/scanner.tsx").then((module) => module.Scanner), ["scan"]);

interface CodeFieldProps {
  readonly q: string;
  readonly onSearch: (q: string) => void;
  /** Parcels of this id lie here, for their recipient to take. */
  readonly onFound: (id: string) => void;
  /** The arrow down goes on to the list. */
  readonly onDown: () => void;
}

const isCode = (text: string): boolean => (parseHumanNumber(text) ?? parseParcelCode(text)) !== undefined;

/** One field for names and codes: a hand scanner types its code and Enter, the camera fills it in. */
export function CodeField({ q, onSearch, onFound, onDown }: CodeFieldProps) {
  const t = useWords("hub");
  const [isScanning, setScanning] = useState(false);
  const [said, setSaid] = useState("");
  const [error, setError] = useState<unknown>(null);
  const look = async (text: string) => {
    setError(null);
    setSaid("");
    onSearch(text);
    try {
      const { items } = await call(hubApi.listHubParcels, { search: text, limit: 2 });
      const [only] = items;
      if (!only) return setSaid(t("code.none", { code: text }));
      if (items.length > 1) return;
      if (only.state === "at_hub") onFound(only.id);
      else setSaid(t("code.not-to-give", { number: only.number }));
    } catch (problem) {
      setError(problem);
    }
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = event.currentTarget.querySelector("input")?.value.trim() ?? "";
    if (typed !== "") void look(typed);
  };
  const down = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    onDown();
  };
  return (
    <div className="stack gap-2">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the field's own arrow */}
      <form className="hub-code" role="search" onSubmit={submit} onKeyDown={down}>
        <SearchBox label={t("code.label")} value={q} onChange={onSearch} />
        <Button type="submit" variant="tonal" icon="parcel">
          {t("code.open")}
        </Button>
        <Button icon="camera" onClick={() => setScanning(true)}>
          {t("code.scan")}
        </Button>
      </form>
      <p role="status" className={said === "" ? "hidden-text" : "hub-said"}>
        {said}
      </p>
      <RefusalNote error={error} />
      {isScanning && (
        <Dialog open title={t("code.scan")} onClose={() => setScanning(false)}>
          <Scanner
            onText={(text) => {
              if (!isCode(text)) return { kind: "wrong", text: t("code.foreign") };
              setScanning(false);
              void look(text);
              return { kind: "good", text };
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
