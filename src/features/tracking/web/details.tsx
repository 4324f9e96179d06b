import type { ReactNode } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { NumberText } from "#web/ui/figures.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { TrackingView } from "../contract/api.ts";
import { STATE_LOOK } from "./look.ts";

interface HandoverProps {
  readonly view: TrackingView;
  readonly proof: NonNullable<TrackingView["proof"]>;
  /** Its pictures, or the question before them. */
  readonly children: ReactNode;
}

/** Names who took it. That there is a picture is said; the picture needs more than a link. */
export function Handover({ view, proof, children }: HandoverProps) {
  const t = useWords("tracking");
  const format = useFormat();
  return (
    <section className="track-card track-handover">
      <h2 className="title">{t("proof.title")}</h2>
      <ul>
        {proof.recipientName !== null && (
          <ProofLine icon="person">{t("proof.to", { name: proof.recipientName })}</ProofLine>
        )}
        {proof.place && <ProofLine icon="home">{t("proof.hub")}</ProofLine>}
        <ProofLine icon="clock">{format.dateTime(proof.at, view.timezone)}</ProofLine>
        {proof.photo && <ProofLine icon="camera">{t("proof.photo")}</ProofLine>}
        {proof.signature && <ProofLine icon="signature">{t("proof.signature")}</ProofLine>}
      </ul>
      {children}
    </section>
  );
}

function ProofLine({
  icon,
  children,
}: {
  icon: "person" | "home" | "clock" | "camera" | "signature";
  children: ReactNode;
}) {
  return (
    <li>
      <Icon name={icon} size="small" />
      <span>{children}</span>
    </li>
  );
}

/** Lists what happened, newest first. */
export function History({ view }: { view: TrackingView }) {
  const t = useWords("tracking");
  const format = useFormat();
  return (
    <section className="track-card">
      <h2 className="title">{t("timeline.title")}</h2>
      <ol className="track-history" reversed>
        {view.timeline.toReversed().map(({ state, at, brought, turn }, n) => (
          <li
            key={`${at} ${state}`}
            className={`tone-${STATE_LOOK[state].tone}`}
            aria-current={n === 0 ? "step" : undefined}
          >
            <span className="track-mark" aria-hidden="true">
              <Icon name={STATE_LOOK[state].icon} size="small" />
            </span>
            {/* A try that brought some of the parcels met somebody. */}
            <span className="strong">
              {brought ? t("parts.title", { n: brought, all: view.parcels }) : t(`short.${turn ?? state}`)}
            </span>
            <time className="small quiet" dateTime={at}>
              {format.dateTime(at, view.timezone)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Coarse on purpose: street and town, no house number, no name. */
export function Details({ view }: { view: TrackingView }) {
  const t = useWords("tracking");
  return (
    <section className="track-card">
      <h2 className="title">{t("details.title")}</h2>
      <dl className="track-facts">
        <Row name={t("details.from")}>{view.from}</Row>
        <Row name={t("details.to")}>{view.to}</Row>
        <Row name={t("details.content")}>
          {[t("details.parcels", { n: view.parcels }), ...partsOf(view, t)].join(" · ")}
        </Row>
        <Row name={t("details.carrier")}>{view.carrier}</Row>
        {view.phone !== null && (
          <Row name={t("details.phone")}>
            <a href={`tel:${view.phone}`} dir="ltr">
              {view.phone}
            </a>
          </Row>
        )}
        <Row name={t("details.number")}>
          <NumberText>{view.number}</NumberText>
        </Row>
      </dl>
    </section>
  );
}

/** How many parcels went which way, where they did not stay together. */
const partsOf = ({ parts }: TrackingView, t: Translate<"tracking">): string[] =>
  parts
    ? [
        parts.delivered > 0 && t("parts.delivered", { n: parts.delivered }),
        parts.notSent > 0 && t("parts.not-sent", { n: parts.notSent }),
        parts.rest > 0 && t("parts.open", { n: parts.rest }),
      ].filter((one) => one !== false)
    : [];

/** A fact with its name; nothing where it is empty. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  if (children === "") return null;
  return (
    <div>
      <dt className="quiet small">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
