import { useFormat } from "#web/i18n/format.ts";
import { useReasons } from "#features/reasons/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { lookOf, StatusChip, TASK_LOOK } from "#web/ui/status.tsx";
import type { Delivery, Task } from "#features/deliveries/contract/shapes.ts";

/** Every try of collecting, delivering and returning, with how it ended. */
export function DetailTasks({ delivery, zone }: { delivery: Delivery; zone: string }) {
  return (
    <ul>
      {delivery.tasks.map((task) => (
        <TaskRow key={task.id} task={task} zone={zone} />
      ))}
    </ul>
  );
}

function TaskRow({ task, zone }: { task: Task; zone: string }) {
  const t = useWords("delivery-pages");
  const shared = useWords("deliveries");
  const f = useFormat();
  const { nameOf } = useReasons(typeof task.outcome?.reason === "string");
  const { outcome } = task;
  return (
    <li className="task">
      <span className="row gap-2 spread-between">
        <span className="strong">
          {t("detail.task", { kind: shared(`kind.${task.kind}`), n: task.tryNo })}
        </span>
        <StatusChip {...lookOf(TASK_LOOK, task.state)}>{shared(`task.${task.state}`)}</StatusChip>
      </span>
      <span className="quiet small">
        {task.courierName ?? t("list.no-courier")} ·{" "}
        <span className="figure">{f.window(task.window, zone)}</span>
      </span>
      {(task.state === "assigned" || task.state === "en_route") && (
        <a className="small" href={`/d/times/${task.id}`}>
          {t("detail.time-why")}
        </a>
      )}
      {outcome && (
        <span className="small">
          {f.dateTime(outcome.occurredAt, zone)}
          {outcome.reason !== null && (
            <>
              {" "}
              · <bdi>{nameOf(outcome.reason)}</bdi>
            </>
          )}
          {outcome.recipientName !== null && <> · {t("detail.taken-by", { name: outcome.recipientName })}</>}
          {outcome.codes.length > 0 && (
            <>
              {" "}
              · <bdi className="serial">{outcome.codes.join(", ")}</bdi>
            </>
          )}
          {outcome.note !== null && (
            <>
              {" "}
              · <bdi>{outcome.note}</bdi>
            </>
          )}
        </span>
      )}
    </li>
  );
}
