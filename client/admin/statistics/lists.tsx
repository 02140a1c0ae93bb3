import { SimpleGrid } from '@mantine/core';

import type { BlogOutputs } from '../../index.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { Ranking } from './ranking.tsx';

type Analytics = BlogOutputs['stats']['analytics'];

/** What was read, and where its readers came from. */
export function Lists({ analytics, isOfPost }: { analytics: Analytics; isOfPost: boolean }) {
  const { dashboard, statistics: t } = useTranslations();
  const countries = new Intl.DisplayNames(useLanguage(), { type: 'region' });
  const views = [dashboard.views];
  const { posts, pages, referrers, sources, devices, newsletters } = analytics;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {!isOfPost && (
        <Ranking
          title={t.pageNames.posts}
          columns={[dashboard.views, t.visitors]}
          rows={posts.map((post) => ({
            key: post.id,
            name: (
              <LinkTo to="/statistics" search={(now) => ({ ...now, post: post.id })} dir="auto">
                {post.title}
              </LinkTo>
            ),
            values: [post.views, post.visitors],
          }))}
        />
      )}
      {!isOfPost && (
        <Ranking
          title={t.pages}
          columns={views}
          rows={pages.map(({ page, views }) => ({ key: page, name: t.pageNames[page], values: [views] }))}
        />
      )}
      <Ranking
        title={t.referrers}
        columns={views}
        rows={referrers.map(({ referrer, views }) => ({
          key: referrer,
          name: referrer === 'other' ? t.other : <bdi>{referrer}</bdi>,
          values: [views],
        }))}
      />
      <Ranking
        title={t.sources}
        columns={views}
        rows={sources.map(({ source, views }) => ({
          key: source,
          name: source === 'other' ? t.other : <bdi>{source}</bdi>,
          values: [views],
        }))}
      />
      <Ranking
        title={t.countries}
        columns={views}
        none={t.noCountries}
        rows={analytics.countries.map(({ country, views }) => ({
          key: country,
          name: country === 'other' ? t.other : (countries.of(country) ?? country),
          values: [views],
        }))}
      />
      <Ranking
        title={t.devices}
        columns={views}
        rows={devices.map(({ device, views }) => ({
          key: device,
          name: t.deviceNames[device as keyof typeof t.deviceNames],
          values: [views],
        }))}
      />
      <Ranking
        title={t.newsletters}
        columns={[t.sent, t.accepted, t.bounced, t.clicks]}
        rows={newsletters.map(({ post, title, sent, accepted, bounced, clicks }) => ({
          key: post,
          name: (
            <LinkTo to="/statistics" search={(now) => ({ ...now, post })} dir="auto">
              {title}
            </LinkTo>
          ),
          values: [sent, accepted, bounced, clicks],
        }))}
      />
      {newsletters
        .filter(({ links }) => isOfPost && links.length > 0)
        .map(({ startedAt, links }) => (
          <Ranking
            key={startedAt}
            title={t.clicks}
            columns={[t.clicks]}
            rows={links.map(({ url, clicks }) => ({ key: url, name: <bdi>{url}</bdi>, values: [clicks] }))}
          />
        ))}
    </SimpleGrid>
  );
}
