import { useEffect, useState } from "react";
import type { Point } from "#kernel/geo.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { keepAreaAgain, removeArea } from "#web/map/kept/keep-area.ts";
import { type KeptMap, readKept } from "#web/map/kept/stored-map.ts";
import { Button } from "#web/ui/button.tsx";

const MEGABYTE = 1_000_000;

/** Says how much map this phone keeps; it can be removed, and stored again. */
export function KeptArea({ points }: { points: readonly Point[] }) {
  const t = useWords("courier-phone");
  const format = useFormat();
  const [kept, setKept] = useState<KeptMap | undefined>();
  const [state, setState] = useState<"quiet" | "working" | "failed">("quiet");
  useEffect(() => {
    readKept().then(setKept, () => undefined);
  }, []);
  const store = async () => {
    setState("working");
    try {
      setKept(await keepAreaAgain(points));
      setState("quiet");
    } catch {
      setState("failed");
    }
  };
  const remove = async () => {
    await removeArea();
    setKept(undefined);
  };
  if (kept)
    return (
      <div className="stack gap-2">
        <p className="small">
          {t("map.kept", {
            size: format.number(kept.bytes / MEGABYTE, {
              style: "unit",
              unit: "megabyte",
              maximumFractionDigits: 1,
            }),
          })}
        </p>
        <Button variant="outlined" icon="delete" onClick={() => void remove()}>
          {t("map.remove")}
        </Button>
      </div>
    );
  return (
    <div className="stack gap-2">
      <p className="small" role="status">
        {t(state === "failed" ? "map.store-failed" : "map.not-kept")}
      </p>
      <Button variant="outlined" icon="map" loading={state === "working"} onClick={() => void store()}>
        {t("map.store")}
      </Button>
    </div>
  );
}
