import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { trpc } from '../api/api.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Screen } from '../ui/screen.tsx';
import { useTranslations } from '../translations/translations.ts';
import { AccountPart } from './account-part.tsx';
import { changes, type FieldName } from './changes.ts';
import { CommentsPart, commentsFields } from './comments-part.tsx';
import { isPartShown, type SettingsSearch } from './search.ts';
import { DesignPart, designFields } from './design-part.tsx';
import { NavigationPart, navigationFields } from './navigation-part.tsx';
import { PrivacyPart } from './privacy/privacy-part.tsx';
import { SitePart, siteFields } from './site-part.tsx';
import { TransferPart } from './transfer-part.tsx';
import { WebhooksPart } from './webhooks/webhooks-part.tsx';
import './settings.css';

const route = getRouteApi('/settings');

type Listed = (typeof siteFields | typeof designFields | typeof navigationFields | typeof commentsFields)[number];

/** The fields of the parts that are forms. The compiler names a setting that is in none. */
const forms = {
  site: siteFields,
  design: designFields,
  navigation: navigationFields,
  comments: commentsFields,
} satisfies object & Record<Exclude<FieldName, Listed>, never>;

/** All settings in tabs; the URL names the current one. */
export function SettingsScreen() {
  const { frame, settings: t } = useTranslations();
  const { part = 'site' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(trpc.settings.get.queryOptions());

  return (
    <Screen title={frame.settings}>
      <Tabs
        value={part}
        onChange={(value) => void navigate({ search: { part: value as SettingsSearch['part'] }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" className="settings-parts">
          <PartTab part="site" fields={forms.site} />
          {isPartShown('design') && <PartTab part="design" fields={forms.design} />}
          {isPartShown('navigation') && <PartTab part="navigation" fields={forms.navigation} />}
          <PartTab part="comments" fields={forms.comments} />
          <Tabs.Tab value="account">{t.parts.account}</Tabs.Tab>
          <Tabs.Tab value="webhooks">{t.parts.webhooks}</Tabs.Tab>
          <Tabs.Tab value="transfer">{t.parts.transfer}</Tabs.Tab>
          <Tabs.Tab value="privacy">{t.parts.privacy}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="account">
          <AccountPart />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <WebhooksPart />
        </Tabs.Panel>
        <Tabs.Panel value="transfer">
          <TransferPart />
        </Tabs.Panel>
        <Tabs.Panel value="privacy">
          <PrivacyPart />
        </Tabs.Panel>
        <Tabs.Panel value="site">{data && <SitePart saved={data} />}</Tabs.Panel>
        <Tabs.Panel value="design">{data && <DesignPart saved={data} />}</Tabs.Panel>
        <Tabs.Panel value="navigation">{data && <NavigationPart saved={data} />}</Tabs.Panel>
        <Tabs.Panel value="comments">{data && <CommentsPart saved={data} />}</Tabs.Panel>
        {isForm(part) && !data && (error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />)}
      </Tabs>
    </Screen>
  );
}

/** Whether a part is a form of settings. */
function isForm(part: string): boolean {
  return part in forms;
}

/** A tab with a mark while it has unsaved changes. */
function PartTab({
  part,
  fields,
}: {
  part: 'site' | 'design' | 'navigation' | 'comments';
  fields: readonly FieldName[];
}) {
  const t = useTranslations().settings;
  const all = changes.use();
  const isChanged = fields.some((name) => name in all);
  return (
    <Tabs.Tab
      value={part}
      rightSection={isChanged && <span className="settings-unsaved" role="img" aria-label={t.unsaved} />}
    >
      {t.parts[part]}
    </Tabs.Tab>
  );
}
