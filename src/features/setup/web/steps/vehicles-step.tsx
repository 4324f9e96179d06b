import { VehicleClass } from "#features/accounts/contract/people.ts";
import { loadAddVehicle } from "#features/shifts/web/public.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { setupApi } from "../../contract/api.ts";
import { type StepParts, usePass } from "../use-setup.ts";

const AddVehicle = lazyPart(loadAddVehicle, ["shifts"]);

/** Vehicles of the company, each with what its kind usually carries. */
export function VehiclesStep(parts: StepParts) {
  const t = useWords("setup");
  const accounts = useWords("accounts");
  const { setup, onFresh } = parts;
  const pass = usePass(parts);
  const hasSome = setup.vehicles.length > 0;
  return (
    <div className="stack gap-4">
      <p>{t("vehicles.text")}</p>
      {hasSome && (
        <ul className="setup-rows" aria-label={t("vehicles.list")}>
          {setup.vehicles.map(({ name, class: kind }) => (
            <li key={name}>
              <bdi className="strong">{name}</bdi>{" "}
              <span className="quiet">{accounts(`vehicle.${VehicleClass.parse(kind)}`)}</span>
            </li>
          ))}
        </ul>
      )}
      <AddVehicle onAdded={async () => onFresh(await call(setupApi.readSetup, {}))} />
      <div className="row gap-2">
        <Button variant="filled" loading={pass.isPending} onClick={pass.press}>
          {hasSome ? t("go.on") : t("go.skip")}
        </Button>
        {hasSome && (
          <Button variant="text" icon="edit" href="/d/vehicles">
            {t("vehicles.open")}
          </Button>
        )}
      </div>
      <RefusalNote error={pass.error} onRetry={pass.press} />
    </div>
  );
}
