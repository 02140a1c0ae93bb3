import { Group, Text } from '@mantine/core';

import { interpolate } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { dayAfter, dayUnder } from './choose-day.ts';
import { dayNames } from './day-names.ts';
import { scaleFor } from './scale.ts';
import './chart.css';

interface ChartProps {
  /** Chooses the colour (chart.css). */
  name: string;
  title: string;
  total: number;
  /** The dates are of UTC: `2026-03-01`. */
  days: readonly { date: string; value: number }[];
  /** The place of the day whose value is shown. */
  marked: number | null;
  mark(day: number | null): void;
}

/** Bars, one for each day. The pointer, or the arrow keys as on a slider, choose the day whose value is shown. */
export function Chart({ name, title, total, days, marked, mark }: ChartProps) {
  const t = useTranslations().dashboard;
  const language = useLanguage();
  const { short, long } = dayNames(language);
  const { format } = new Intl.NumberFormat(language);
  const scale = scaleFor(Math.max(...days.map(({ value }) => value)));
  const top = scale.at(-1)!;
  const last = days.length - 1;
  // Fewer days may have come since the pointer chose one.
  const at = Math.min(marked ?? last, last);
  const current = days[at]!;
  const isFaded = (day: number) => (marked !== null && day !== at) || undefined;

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
          aria-label={interpolate(t.chart, { what: title })}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={`${long(current.date)}: ${format(current.value)}`}
          onPointerMove={(event) => mark(dayUnder(event, days.length))}
          onPointerDown={(event) => mark(dayUnder(event, days.length))}
          // A finger leaves as soon as it is lifted; what it chose stays until the chart loses the focus.
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && mark(null)}
          onFocus={() => mark(at)}
          onBlur={() => mark(null)}
          onKeyDown={(event) => {
            const next = dayAfter(event, at, last);
            if (next === undefined) return;
            event.preventDefault();
            mark(next);
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
          {marked !== null && (
            <div className="chart-tip" aria-hidden style={besides(at, last)}>
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

/** As high as its share of the scale; what is there at all is always seen. */
function barOf(share: number) {
  const height = share === 0 ? 0 : Math.max(2, share * 100);
  return { y: 100 - height, height };
}

/** Above its day, and never beyond the sides. */
function besides(at: number, last: number) {
  const share = last === 0 ? 50 : (at / last) * 100;
  return { insetInlineStart: `${share}%`, transform: `translateX(-${share}%)` };
}
