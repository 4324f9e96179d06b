import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Avatar } from "#web/ui/person/avatar.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type Shift, type ShiftWeek, shiftsApi } from "../contract/api.ts";
import { useHours } from "./shift-lines.tsx";
import { withDates } from "./use-week.ts";

/** Grants and refuses wishes. */
export function useAnswer(again: () => Promise<void>) {
  const t = useWords("shifts");
  const f = useFormat();
  const command = useCommand(shiftsApi.answerWish, {
    onDone: async (_shift, { isGranted }) => {
      showSnack({ text: t(isGranted ? "wish.granted" : "wish.refused"), topic: "shifts" });
      await again();
    },
  });
  return {
    pendingId: command.isPending ? command.variables?.id : undefined,
    error: command.error === null ? null : withDates(command.error, f),
    answer: ({ id, version }: Shift, isGranted: boolean) =>
      void command.mutateAsync({ id, version, isGranted }).catch(again),
  };
}

/** Wishes of couriers in this week, to be answered in place. */
export function WishList({ week, again }: { week: ShiftWeek; again: () => Promise<void> }) {
  const t = useWords("shifts");
  const f = useFormat();
  const hours = useHours();
  const { answer, error, pendingId } = useAnswer(again);
  const wishes = week.couriers
    .flatMap(({ name, shifts }) =>
      shifts
        .filter(({ state }) => state === "asked" || state === "declined")
        .map((shift) => ({ name, shift })),
    )
    .toSorted((a, b) => a.shift.start.localeCompare(b.shift.start));
  if (wishes.length === 0 && error === null) return null;
  return (
    <Card title={t("wish.title", { n: wishes.length })} copy="courier" className="shift-wishes">
      <RefusalNote error={error} />
      <List>
        {wishes.map(({ name, shift }) => {
          const isAsked = shift.state === "asked";
          const when = t("when", { day: dayName(f, shift.date), hours: hours(shift) });
          const about = { name, when };
          return (
            <ListItem
              key={shift.id}
              className="shift-wish"
              start={<Avatar name={name} size="small" />}
              title={<bdi>{t(isAsked ? "wish.asked" : "wish.declined", about)}</bdi>}
              {...(shift.note !== null && { detail: <bdi>{shift.note}</bdi> })}
              end={
                <span className="row gap-2">
                  <Button
                    variant="tonal"
                    icon="check"
                    size="small"
                    loading={pendingId === shift.id}
                    aria-label={t(isAsked ? "wish.grant-named" : "wish.free-named", about)}
                    onClick={() => answer(shift, true)}
                  >
                    {t(isAsked ? "wish.grant" : "wish.free")}
                  </Button>
                  <Button
                    variant="text"
                    size="small"
                    aria-label={t(isAsked ? "wish.refuse-named" : "wish.keep-named", about)}
                    onClick={() => answer(shift, false)}
                  >
                    {t(isAsked ? "wish.refuse" : "wish.keep")}
                  </Button>
                </span>
              }
            />
          );
        })}
      </List>
    </Card>
  );
}
