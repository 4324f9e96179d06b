import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import type { ForeseenAct } from "#features/delivery-pages/domain/foreseen-acts.ts";
import { StateChip } from "#features/deliveries/web/public.ts";
import { isolated } from "#kernel/isolated.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useReconnect } from "#web/ui/use-reconnect.ts";
import { type Consequences, consequencesApi } from "../contract/api.ts";
import { gathered } from "./gathered.ts";
import "./following.css";

interface FollowingProps {
  readonly deliveryId: string;
  readonly version?: number | undefined;
  readonly act: ForeseenAct;
  readonly taskId?: string | undefined;
  readonly reason?: string | undefined;
  readonly courierId?: string | undefined;
}

/** Consequences of an act as it would turn out now. Where they cannot be read, the act itself stays possible. */
export function Following({ deliveryId: id, version, ...asked }: FollowingProps) {
  const t = useWords("delivery-pages");
  const heading = useId();
  const { act, taskId, reason, courierId } = asked;
  const about = {
    id,
    act,
    ...(taskId !== undefined && { taskId }),
    ...(reason !== undefined && { reason }),
    ...(courierId !== undefined && { courierId }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ["consequences", about, version],
    queryFn: ({ signal }) => call(consequencesApi.readConsequences, about, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const again = () => void refetch();
  useLive([onLive(deliveryHappened, ({ deliveryId }) => deliveryId === id && again()), onResync(again)]);
  useReconnect(isProblem(error, "http.offline") ? again : undefined);
  return (
    <section className="following" aria-labelledby={heading}>
      <h3 className="strong" id={heading}>
        {t("follows.title")}
      </h3>
      {error ? (
        <>
          <RefusalNote error={error} onRetry={again} />
          <p className="quiet small">{t("follows.unknown")}</p>
        </>
      ) : data ? (
        <Shown act={act} consequences={data} />
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  );
}

interface ShownProps {
  readonly act: ForeseenAct;
  readonly consequences: Consequences;
}

/** States after which nobody is said to have the parcels. */
const GONE: ReadonlySet<Consequences["state"]> = new Set(["lost", "disposed"]);

function Shown({ act, consequences }: ShownProps) {
  const t = useWords("delivery-pages");
  const deliveries = useWords("deliveries");
  const { state, custody, couriers, givenTo, told, dropped } = consequences;
  const holder = givenTo ? isolated(givenTo.name) : deliveries(`custody.${custody}`);
  return (
    <dl className="following-facts">
      <Row name={t("follows.delivery")}>
        <span className="following-state">
          <StateChip state={state} />
          {!GONE.has(state) && <span>{t("follows.parcels", { holder })}</span>}
        </span>
      </Row>
      <Row name={t("follows.told")}>
        <Notices notices={told} />
        {told.length === 0 && t("follows.told.nobody")}
      </Row>
      {dropped.length > 0 && (
        <Row name={t("follows.dropped")}>
          <Notices notices={dropped} />
        </Row>
      )}
      {couriers.length > 0 && (
        <Row name={t("follows.courier")}>
          {couriers.map(({ name, push }) => (
            <p key={name}>
              {t(push ? "follows.courier.push" : "follows.courier.silent", { name: isolated(name) })}
            </p>
          ))}
        </Row>
      )}
      {givenTo && (
        <Row name={t("follows.taker")}>
          {t(givenTo.push ? "follows.taker.push" : "follows.taker.silent", { name: isolated(givenTo.name) })}
        </Row>
      )}
      <Money act={act} money={consequences.money} />
    </dl>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Notices of one kind to one person on one line, by all their ways. */
function Notices({ notices }: { readonly notices: Consequences["told"] }) {
  const t = useWords("delivery-pages");
  const words = useWords("notices");
  return gathered(notices).map((one) => {
    const { audience, notice, corrects, waitsMinutes, isOff, ways } = one;
    const parts = [
      words(`notice.${notice}`),
      ...(corrects ? [words("log.corrects")] : []),
      ...ways.map((way) => words(`way.${way}`)),
      ...(isOff
        ? [t("follows.told.off")]
        : waitsMinutes > 0
          ? [t("follows.told.waits", { n: waitsMinutes })]
          : []),
    ];
    return (
      <p key={`${audience} ${notice} ${corrects} ${isOff}`}>
        <span className="strong">{words(`audience.${audience}`)}</span>: {parts.join(" · ")}
      </p>
    );
  });
}

function Money({ act, money }: Pick<ShownProps, "act"> & Pick<Consequences, "money">) {
  const t = useWords("delivery-pages");
  const f = useFormat();
  // The dialog of cancelling shows its fee itself: its button agrees to that very amount.
  const lines = money.flatMap(({ what, amount }) =>
    what === "fee" || what === "refund" ? [] : [{ what, amount }],
  );
  if (act === "cancel" && lines.length === 0) return null;
  return (
    <Row name={t("follows.money")}>
      {lines.map(({ what, amount }, nth) => (
        <p key={nth}>{t(`follows.money.${what}`, { amount: f.money(amount) })}</p>
      ))}
      {lines.length === 0 && t("follows.money.none")}
    </Row>
  );
}
