import { useState } from "react";
import { KitForm } from "./kit-form.tsx";
import { KitTable } from "./kit-table.tsx";
import { useFormat } from "../i18n/format.ts";
import { useLocale } from "../i18n/words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Chip, FilterChip } from "../ui/chip.tsx";
import { Combobox } from "../ui/overlays/combobox.tsx";
import { Dialog, Sheet } from "../ui/dialog.tsx";
import { StateMessage } from "../ui/state-message.tsx";
import { Avatar } from "../ui/person/avatar.tsx";
import { DistanceText, KeyHint, MoneyText, NumberText } from "../ui/figures.tsx";
import { Grid, Row, Stack } from "../ui/layout.tsx";
import { Fact, Facts, List, ListItem } from "../ui/list.tsx";
import { Menu } from "../ui/menu.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Progress } from "../ui/progress.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { showSnack } from "../ui/snackbar.tsx";
import { Badge, DELIVERY_LOOK, lookOf, StatusChip } from "../ui/status.tsx";
import { Stepper } from "../ui/stepper.tsx";
import { Timeline } from "../ui/timeline.tsx";
import { SAMPLE } from "./sample.ts";

const ZONE = "Europe/Berlin";
const NOON = Date.UTC(2026, 10, 21, 11, 0);

export function KitPage() {
  const s = useLocale() === "ar" ? SAMPLE.ar : SAMPLE.en;
  const f = useFormat();
  const [open, setOpen] = useState<"dialog" | "sheet">();
  const [chip, setChip] = useState(true);
  const [text, setText] = useState("");
  return (
    <>
      <PageHeader
        title={s.title}
        detail={s.lead}
        actions={
          <Menu
            iconOnly
            label={s.more}
            items={[
              { label: s.edit, icon: "edit" },
              { label: s.cancel, icon: "delete", tone: "danger", group: true },
            ]}
          />
        }
        back="/"
      />
      <Grid>
        <Card copy="sender" title={s.roles[0]} href="/kit">
          {s.lead}
        </Card>
        <Card copy="dispatcher" title={s.roles[1]} href="/kit">
          {s.lead}
        </Card>
        <Card copy="courier" title={s.roles[2]} href="/kit">
          {s.lead}
        </Card>
        <Card copy="recipient" title={s.roles[3]} href="/kit">
          {s.lead}
        </Card>
      </Grid>
      <Row gap={2}>
        <Button variant="filled" icon="truck">
          {s.send}
        </Button>
        <Button>{s.edit}</Button>
        <Button variant="outlined" trailingIcon="arrow-forward">
          {s.next}
        </Button>
        <Button variant="text">{s.more}</Button>
        <Button variant="filled" loading>
          {s.send}
        </Button>
        <Button tone="danger" icon="delete">
          {s.cancel}
        </Button>
        <Button variant="filled" tone="danger">
          {s.cancel}
        </Button>
        <Button disabled>{s.edit}</Button>
        <IconButton icon="search" label={s.search} />
        <IconButton icon="filter" label={s.more} variant="tonal" />
        <IconButton icon="map" label={s.more} pressed />
      </Row>
      <Row gap={1}>
        {Object.keys(DELIVERY_LOOK).map((state, n) => (
          <StatusChip key={state} {...lookOf(DELIVERY_LOOK, state)}>
            {s.states[n] ?? state}
          </StatusChip>
        ))}
        <StatusChip tone="near" icon="door" strong>
          {s.states[8]}
        </StatusChip>
        <Badge tone="trouble">3</Badge>
      </Row>
      <Stepper
        label={s.title}
        current="c"
        onStep={() => undefined}
        steps={s.steps.map((label, n) => ({ value: "abcde"[n] ?? "", label }))}
      />
      <Grid min={20}>
        <Card
          title={<NumberText>WB-7K4M-92QX</NumberText>}
          aside={
            <StatusChip tone="moving" icon="route">
              {s.states[7]}
            </StatusChip>
          }
          actions={
            <>
              <Button variant="text">{s.more}</Button>
              <Button variant="filled">{s.next}</Button>
            </>
          }
        >
          <Timeline
            label={s.title}
            entries={[
              { id: "1", tone: "done", icon: "check", title: s.states[0], time: f.time(NOON, ZONE) },
              {
                id: "2",
                tone: "moving",
                icon: "route",
                title: s.states[7],
                detail: s.lead,
                time: f.time(NOON + 3e6, ZONE),
                when: "now",
              },
              {
                id: "3",
                tone: "done",
                icon: "door",
                title: s.states[10],
                time: f.hours({ start: NOON + 6e6, end: NOON + 9e6 }, ZONE),
                when: "ahead",
              },
            ]}
          />
        </Card>
        <Card title={s.price}>
          <Facts>
            <Fact name={s.steps[0]}>
              <MoneyText amount={{ minor: 490, currency: "EUR" }} />
            </Fact>
            <Fact name={<DistanceText metres={4_120} />}>
              <MoneyText amount={{ minor: 450, currency: "EUR" }} />
            </Fact>
            <Fact name={f.percent(0.19)}>
              <MoneyText amount={{ minor: 179, currency: "EUR" }} />
            </Fact>
            <Fact name={s.total} strong>
              <MoneyText amount={{ minor: 1119, currency: "EUR" }} />
            </Fact>
          </Facts>
        </Card>
      </Grid>
      <Row>
        <FilterChip selected={chip} onChange={setChip} count={12}>
          {s.states[3]}
        </FilterChip>
        <FilterChip selected={false} onChange={setChip} icon="clock">
          {s.states[7]}
        </FilterChip>
        <Chip icon="parcel" onRemove={() => undefined}>
          {s.steps[1]}
        </Chip>
        <KeyHint keys={["Ctrl", "K"]} />
        <Avatar name="Ada Lindqvist" />
      </Row>
      <Combobox
        label={s.steps[0] ?? ""}
        text={text}
        onText={setText}
        icon="location"
        search={async (typed) =>
          ["Kanalstraße 3", "Kanalufer 12", "Kanonengasse 1"]
            .filter((x) => x.toLowerCase().includes(typed.toLowerCase()))
            .map((x) => ({ id: x, label: x, detail: "Marienfurt", value: x }))
        }
        onChoose={(x) => setText(x)}
      />
      <KitForm s={s} />
      <KitTable s={s} />
      <List>
        <ListItem
          title="Kanalstraße 3"
          detail={s.lead}
          start={<Avatar name="Bo Hansen" />}
          end={
            <StatusChip tone="near" icon="door">
              {s.states[8]}
            </StatusChip>
          }
          href="/kit"
        />
        <ListItem
          title="Kanalufer 12"
          detail={s.lead}
          end={f.distance(850)}
          selected
          onClick={() => undefined}
        />
      </List>
      <Banner actions={<Button variant="text">{s.more}</Button>}>{s.lead}</Banner>
      <Banner tone="warning">{s.lead}</Banner>
      <Banner tone="trouble">{s.lead}</Banner>
      <Banner tone="done">{s.lead}</Banner>
      <Row>
        <Button onClick={() => setOpen("dialog")}>{s.edit}</Button>
        <Button onClick={() => setOpen("sheet")}>{s.more}</Button>
        <Button onClick={() => showSnack({ text: s.lead, undo: () => undefined })}>{s.send}</Button>
      </Row>
      <Progress label={s.title} value={0.4} />
      <Progress label={s.title} />
      <Grid>
        <Card>
          <Skeleton />
        </Card>
        <Skeleton look="rows" />
      </Grid>
      <Grid>
        <StateMessage kind="empty" />
        <StateMessage kind="error" onRetry={() => undefined} reference="4f2a91c0" />
        <StateMessage kind="offline" />
        <StateMessage kind="forbidden" />
        <StateMessage kind="not-found" />
      </Grid>
      <Dialog
        open={open === "dialog"}
        onClose={() => setOpen(undefined)}
        title={s.cancel}
        actions={
          <>
            <Button variant="text" onClick={() => setOpen(undefined)}>
              {s.edit}
            </Button>
            <Button variant="filled" tone="danger">
              {s.cancel}
            </Button>
          </>
        }
      >
        <p>{s.lead}</p>
      </Dialog>
      <Sheet open={open === "sheet"} onClose={() => setOpen(undefined)} title={s.more}>
        <Stack>
          {s.lead}
          <Button full>{s.next}</Button>
        </Stack>
      </Sheet>
    </>
  );
}
