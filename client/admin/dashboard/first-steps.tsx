import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Settings } from '../../index.ts';
import { trpc } from '../api/api.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { useTranslations } from '../translations/translations.ts';

/** The default title of a blog. */
const DEFAULT_TITLE = 'My blog';
/** The fonts of texts that nobody chose: of a new blog, and of one from before there was that font. */
const DEFAULT_FONTS = new Set<string>(['source-serif-4', 'system']);

/** The first steps, shown until there is a post and a site URL. */
export function FirstSteps() {
  const t = useTranslations().dashboard;
  const posts = useQuery(trpc.posts.all.queryOptions({ pageSize: 1 }));
  const settings = useQuery(trpc.settings.get.queryOptions());
  const health = useQuery(trpc.admin.health.queryOptions());
  if (!posts.data || !settings.data || !health.data) return null;
  const { siteUrl, title } = settings.data;
  const hasPost = posts.data.total > 0;
  if (hasPost && siteUrl !== '') return null;

  return (
    <Paper component="section" aria-labelledby="first-steps" withBorder p="lg">
      <Title order={2} size="h4" id="first-steps">
        {t.firstSteps}
      </Title>
      <Text c="dimmed" mb="md">
        {t.firstStepsHelp}
      </Text>
      <ol className="lines">
        <Step done={title !== DEFAULT_TITLE}>
          <LinkTo to="/settings" search={{ part: 'site' }}>
            {t.chooseTitle}
          </LinkTo>
        </Step>
        <Step done={hasLook(settings.data)}>
          <LinkTo to="/settings" search={{ part: 'design' }}>
            {t.chooseLook}
          </LinkTo>
        </Step>
        <Step done={hasPost}>
          <LinkTo to="/posts/new">{t.writePost}</LinkTo>
        </Step>
        <Step done={hasPost}>
          <LinkTo to="/settings" search={{ part: 'transfer' }}>
            {t.importPosts}
          </LinkTo>
        </Step>
        <Step done={siteUrl !== ''}>
          <LinkTo to="/settings" search={{ part: 'site' }}>
            {t.setAddress}
          </LinkTo>
        </Step>
        <Step done={health.data.mail !== null}>{t.setUpMail}</Step>
        <Step done={health.data.backup !== null}>{t.setUpBackups}</Step>
      </ol>
    </Paper>
  );
}

/** Whether anything of the design is the owner's choice. */
function hasLook({ accentColor, logo, icon, bodyFont, headingFont, homeLayout, customCss }: Settings): boolean {
  const isUsual = DEFAULT_FONTS.has(bodyFont) && headingFont === 'system' && homeLayout === 'list';
  return !isUsual || [accentColor, logo, icon, customCss].some((value) => value !== '');
}

function Step({ done, children }: { done: boolean; children: ReactNode }) {
  const t = useTranslations().dashboard;
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="step">
      <Icon size={18} aria-label={done ? t.done : t.toDo} className={done ? 'good' : undefined} />
      {children}
    </li>
  );
}
