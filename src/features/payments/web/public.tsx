import { Suspense, lazy } from "react";
import { loadWords } from "#web/i18n/words.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import type { BlockingProblem } from "../contract/payment-problems.ts";

const LazyBadge = lazy(async () => {
  const [{ MoneyBadge: badge }] = await Promise.all([import("./money-badge.tsx"), loadWords("payments")]);
  return { default: badge };
});

/** Beside a delivery whose money is not safe; its code and words are fetched when there is one. */
export const MoneyBadge = (props: { readonly code: BlockingProblem }) => (
  <Suspense fallback={null}>
    <LazyBadge {...props} />
  </Suspense>
);

/**
 * The card panel for whoever sells something; its code and words are fetched where a payment is shown. It stands on a
 * page of its own, which lets the card provider in.
 */
export const PayPanel = lazyPart(
  () => import("./pay-panel.tsx").then((module) => module.PayPanel),
  ["payments"],
);

/** Where no cards are taken: how an order is paid. */
export const WaysPanel = lazyPart(
  () => import("./dues/ways-panel.tsx").then((module) => module.WaysPanel),
  ["dues", "payments"],
);

/** What is to be paid for an order without a card. */
export const OrderDue = lazyPart(
  () => import("./dues/order-due.tsx").then((module) => module.OrderDue),
  ["dues", "payments"],
);

/** How an order is paid, for dispatch. */
export const DuePanel = lazyPart(
  () => import("./dues/order-due.tsx").then((module) => module.DuePanel),
  ["dues", "payments"],
);

/** Over an order that still waits to be paid. */
export const PaymentNeeded = lazyPart(
  () => import("./owed/payment-needed.tsx").then((module) => module.PaymentNeeded),
  ["owed", "payments"],
);

/** Pays what a booked order still owes. */
export const PayMore = lazyPart(
  () => import("./owed/pay-more.tsx").then((module) => module.PayMore),
  ["payments", "owed"],
);

/** The receipts of an order, to read and to keep. */
export const OrderReceipts = lazyPart(
  () => import("./order-receipts.tsx").then((module) => module.OrderReceipts),
  ["payments"],
);

/** One row of the list of payment problems, where another room shows it. */
export const ProblemNote = lazyPart(
  () => import("./problem-note.tsx").then((module) => module.ProblemNote),
  ["payments"],
);

const LazyHalt = lazy(async () => {
  const [{ HaltNote: note }] = await Promise.all([import("./halt-note.tsx"), loadWords("payments", "money")]);
  return { default: note };
});

/** For whoever runs the place: card payments stand still, and how they go on. Nothing while they do. */
export const PaymentsHalt = () => (
  <Suspense fallback={null}>
    <LazyHalt />
  </Suspense>
);
