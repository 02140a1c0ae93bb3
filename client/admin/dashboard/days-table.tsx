import { VisuallyHidden } from '@mantine/core';

import type { BlogOutputs } from '../../index.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { dateFormats } from './date-formats.ts';

/** The data of the charts as a table for screen readers. */
export function DaysTable({ days }: { days: BlogOutputs['stats']['days']['days'] }) {
  const t = useTranslations().dashboard;
  const { long } = dateFormats(useLanguage());
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{t.byDay}</caption>
        <thead>
          <tr>
            <th scope="col">{t.day}</th>
            <th scope="col">{t.views}</th>
            <th scope="col">{t.likes}</th>
            <th scope="col">{t.comments}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, views, likes, comments }) => (
            <tr key={date}>
              <th scope="row">{long(date)}</th>
              <td>{views}</td>
              <td>{likes}</td>
              <td>{comments}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
