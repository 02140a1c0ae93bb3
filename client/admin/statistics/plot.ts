import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** What a plot shows. */
export interface PlotData {
  views: readonly number[];
  visitors: readonly number[];
  /** The text below the axis for a day. */
  labelOf(day: number): string;
  format(value: number): string;
}

/** A plot in an element. */
export interface Plot {
  /** Marks a day; null for none. */
  mark(day: number | null): void;
  destroy(): void;
}

/** The height in pixels. */
const HEIGHT = 240;
/** The distances between values of the vertical axis: whole numbers only. */
const STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((first) => first * 10 ** power)).flat();

/**
 * Draws views and visitors by day in an element, in the colours of its style sheet, as wide as it is.
 *
 * @param select called with the day under the pointer
 */
export function drawPlot(element: HTMLElement, data: PlotData, select: (day: number | null) => void): Plot {
  const styles = getComputedStyle(element);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const axis = { stroke: colour('--statistics-text'), grid: { stroke: colour('--statistics-line'), width: 1 } };
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] } },
      axes: [
        { ...axis, incrs: STEPS, space: 70, values: (_, days) => days.map((day) => data.labelOf(day)) },
        { ...axis, incrs: STEPS, size: 60, values: (_, values) => values.map((value) => data.format(value)) },
      ],
      series: [
        {},
        { label: 'views', stroke: colour('--chart-views'), width: 2, fill: colour('--statistics-fill') },
        { label: 'visitors', stroke: colour('--chart-visitors'), width: 2, dash: [6, 4] },
      ],
      hooks: { setCursor: [({ cursor }) => select(cursor.idx ?? null)] },
    },
    [data.views.map((_, day) => day), [...data.views], [...data.visitors]],
    element,
  );
  const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  resized.observe(element);
  return {
    mark(day) {
      const left = day === null ? -10 : plot.valToPos(day, 'x');
      plot.setCursor({ left, top: day === null ? -10 : 0 }, false);
    },
    destroy() {
      resized.disconnect();
      plot.destroy();
    },
  };
}
