import type { Board, BoardCourier } from "#features/dispatch/contract/board.ts";
import { VEHICLE_ICON } from "#features/dispatch/web/public.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choice.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Select } from "#web/ui/select.tsx";
import { type PlanChoice, SECONDS } from "./choice.ts";
import { WishFields } from "./wish-fields.tsx";

export interface PlanSetupProps {
  board: Board;
  choice: PlanChoice;
  onChange: (choice: PlanChoice) => void;
  /** Deliveries that alone may change. */
  only: readonly string[];
  onEverything: () => void;
  isBusy: boolean;
  /** A plan may not be begun: there is no connection, or nobody is chosen. */
  isBlocked: boolean;
  onPlan: (way: "anew" | "improve") => void;
}

/** Deliveries and couriers that go in, and what matters. */
export function PlanSetup(props: PlanSetupProps) {
  const { board, choice, onChange, only, onEverything, isBusy, isBlocked, onPlan } = props;
  const t = useWords("planning");
  const format = useFormat();
  const isPlanned = board.couriers.some(({ route }) => route.stops.some(isAhead));
  return (
    <form
      className="plan-setup"
      onSubmit={(event) => {
        event.preventDefault();
        onPlan("anew");
      }}
    >
      <section className="stack gap-3" aria-label={t("in.title")}>
        <h2 className="title">{t("in.title")}</h2>
        {only.length > 0 ? (
          <>
            <p>
              <strong>{t("in.only", { n: only.length })}.</strong>{" "}
              <span className="quiet">{t("in.only-text")}</span>
            </p>
            <Button variant="text" icon="close" onClick={onEverything}>
              {t("in.everything")}
            </Button>
          </>
        ) : (
          <>
            <Checkbox
              label={t("in.open", { n: format.number(board.unassigned.length) })}
              checked={choice.withOpen}
              onChange={(withOpen) => onChange({ ...choice, withOpen })}
            />
            <CourierChoice board={board} choice={choice} onChange={onChange} />
          </>
        )}
      </section>
      <section className="stack gap-3" aria-label={t("wish.title")}>
        <h2 className="title">{t("wish.title")}</h2>
        <WishFields wishes={choice.wishes} onChange={(wishes) => onChange({ ...choice, wishes })} />
        <Select
          label={t("wish.search")}
          value={String(choice.seconds)}
          onChange={(seconds) => onChange({ ...choice, seconds: Number(seconds) })}
          options={SECONDS.map((seconds) => ({
            value: String(seconds),
            label: secondsText(format, seconds),
          }))}
        />
      </section>
      <div className="plan-do">
        <Button
          type="submit"
          variant="filled"
          icon="route"
          size="large"
          loading={isBusy}
          disabled={isBlocked}
        >
          {t("do.plan")}
        </Button>
        {isPlanned && (
          <Button
            variant="outlined"
            icon="refresh"
            disabled={isBusy || isBlocked}
            onClick={() => onPlan("improve")}
          >
            {t("do.improve")}
          </Button>
        )}
        <p className="quiet small plan-keys">{t("do.keys")}</p>
      </div>
    </form>
  );
}

const isAhead = ({ state }: { state: string }): boolean => state !== "succeeded" && state !== "failed";

const secondsText = (format: ReturnType<typeof useFormat>, seconds: number): string =>
  seconds < 60
    ? format.number(seconds, { style: "unit", unit: "second", unitDisplay: "long" })
    : format.number(seconds / 60, { style: "unit", unit: "minute", unitDisplay: "long" });

function CourierChoice({ board, choice, onChange }: Pick<PlanSetupProps, "board" | "choice" | "onChange">) {
  const t = useWords("planning");
  const { couriers } = board;
  const chosen = couriers.filter(({ id }) => !choice.pinned.has(id)).length;
  const pin = (ids: readonly string[], isPinned: boolean) => {
    const pinned = new Set(choice.pinned);
    for (const id of ids)
      if (isPinned) pinned.add(id);
      else pinned.delete(id);
    onChange({ ...choice, pinned });
  };
  return (
    <fieldset className="plan-couriers">
      <legend className="field-label">{t("in.couriers")}</legend>
      <p className="quiet small">{t("in.couriers-hint")}</p>
      {couriers.length > 1 && (
        <Checkbox
          label={<strong>{t("in.all")}</strong>}
          checked={chosen === couriers.length}
          mixed={chosen > 0 && chosen < couriers.length}
          onChange={(all) =>
            pin(
              couriers.map(({ id }) => id),
              !all,
            )
          }
        />
      )}
      <div className="plan-courier-list">
        {couriers.map((courier) => (
          <Checkbox
            key={courier.id}
            label={<CourierLabel courier={courier} />}
            checked={!choice.pinned.has(courier.id)}
            onChange={(goesIn) => pin([courier.id], !goesIn)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function CourierLabel({ courier }: { courier: BoardCourier }) {
  const t = useWords("planning");
  const load = new Set(courier.route.stops.filter(isAhead).map(({ deliveryId }) => deliveryId)).size;
  return (
    <span className="plan-courier">
      <Icon name={VEHICLE_ICON[courier.vehicle]} size="small" />
      <bdi>{courier.name}</bdi>
      <span className="quiet small">
        {t("in.has", { n: load })}
        {!courier.onDuty && ` · ${t("in.off")}`}
      </span>
    </span>
  );
}
