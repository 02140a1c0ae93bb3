import { Group, Text } from '@mantine/core';

import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { dayForKey, dayAtPointer } from './select-day.ts';
import { dateFormats } from './date-formats.ts';
import { scaleFor } from './scale.ts';
import './chart.css';

interface ChartProps {
  /** Selects the colour (chart.css). */
  name: string;
  title: string;
  total: number;
  /** Dates in UTC, such as `2026-03-01`. */
  days: readonly { date: string; value: number }[];
  /** The index of the selected day. */
  selected: number | null;
  select(day: number | null): void;
}

/** A bar chart by day. The pointer or the arrow keys select the day whose value is shown. */
export function Chart({ name, title, total, days, selected, select }: ChartProps) {
  const t = useTranslations().dashboard;
  const language = useLanguage();
  const { short, long } = dateFormats(language);
  const { format } = new Intl.NumberFormat(language);
  const scale = scaleFor(Math.max(...days.map(({ value }) => value)));
  const top = scale.at(-1)!;
  const last = days.length - 1;
  // The range may have become shorter since a day was selected.
  const at = Math.min(selected ?? last, last);
  const current = days[at]!;
  const isFaded = (day: number) => (selected !== null && day !== at) || undefined;

  return (
    <div>
      <Group gap="xs" align="baseline" mb="xl">
        <Text fz={28} fw={600} lh={1}>
          {format(total)}
        </Text>
        <Text c="dimmed">{title}</Text>
      </Group>
      <div className="chart" data-series={name}>
        <div className="chart-scale" aria-hidden>
          {scale.toReversed().map((step) => (
            <span key={step}>{format(step)}</span>
          ))}
        </div>
        <div
          className="chart-plot"
          role="slider"
          tabIndex={0}
          aria-label={formatMessage(t.chart, { what: title })}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={`${long(current.date)}: ${format(current.value)}`}
          onPointerMove={(event) => select(dayAtPointer(event, days.length))}
          onPointerDown={(event) => select(dayAtPointer(event, days.length))}
          // Touch ends with pointerleave; the selection stays until the chart loses focus.
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && select(null)}
          onFocus={() => select(at)}
          onBlur={() => select(null)}
          onKeyDown={(event) => {
            const next = dayForKey(event, at, last);
            if (next === undefined) return;
            event.preventDefault();
            select(next);
          }}
        >
          <svg viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" aria-hidden>
            {scale.map((step) => (
              <line key={step} x2={days.length} y1={100 - (step / top) * 100} y2={100 - (step / top) * 100} />
            ))}
            {days.map(({ date, value }, day) => (
              <rect key={date} x={day + 0.15} width={0.7} {...barOf(value / top)} data-faded={isFaded(day)} />
            ))}
          </svg>
          {selected !== null && (
            <div className="chart-tip" aria-hidden style={tooltipStyle(at, last)}>
              {short(current.date)} · <b>{format(current.value)}</b>
            </div>
          )}
        </div>
        <div className="chart-days" aria-hidden>
          {[0, Math.round(last / 2), last].map((day) => (
            <span key={day}>{short(days[day]!.date)}</span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The height of a bar; values above 0 are always visible. */
function barOf(share: number) {
  const height = share === 0 ? 0 : Math.max(2, share * 100);
  return { y: 100 - height, height };
}

/** Positions the tooltip above its day and within the chart. */
function tooltipStyle(at: number, last: number) {
  const share = last === 0 ? 50 : (at / last) * 100;
  return { insetInlineStart: `${share}%`, transform: `translateX(-${share}%)` };
}
