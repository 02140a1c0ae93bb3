import { Radio, Select, Stack, Text, Textarea } from '@mantine/core';

import { fontChoices, siteFonts } from '../../../shared/site-fonts.ts';
import type { Settings } from '../../index.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { ImageField } from '../media/image-field.tsx';
import type { FieldName } from './changes.ts';
import { ColorField } from './color-field.tsx';
import { translateCssProblem } from './css-problem.ts';
import { MenuField } from './menu-field.tsx';
import { PartForm } from './part-form.tsx';
import { SitePreview } from './site-preview.tsx';
import { usePart } from './use-part.ts';
import { useSitePreview } from './use-site-preview.ts';

/** The fields of this part. */
export const designFields = [
  'homeLayout',
  'accentColor',
  'bodyFont',
  'headingFont',
  'logo',
  'icon',
  'authorPicture',
  'authorLinks',
  'footerText',
  'customCss',
] as const satisfies readonly FieldName[];

/** The settings of the design, with a preview of the site. */
export function DesignPart({ saved }: { saved: Settings }) {
  const t = useTranslations().design;
  const part = usePart(saved, designFields);
  const preview = useSitePreview();
  const language = useLanguage();
  const cssProblem = part.problems.customCss ?? preview.problems['customCss'];
  const image = (name: 'logo' | 'icon' | 'authorPicture') => ({
    name,
    label: t[name],
    description: t[`${name}Help`],
    value: part.values[name],
    change: (url: string) => part.set(name, url),
    error: part.problems[name],
    owner: `settings ${name}`,
    texts: { url: t[`${name}Url`], shown: t[name], remove: t[`${name}Remove`], wrongKind: t.imageKind },
    maxLength: 2000,
  });
  const font = (name: 'bodyFont' | 'headingFont') => ({
    label: t[name],
    value: part.values[name],
    error: part.problems[name],
    allowDeselect: false,
    onChange: (value: string | null) => value !== null && part.set(name, value as Settings['bodyFont']),
  });
  const fonts = (system: string) =>
    fontChoices.map((value) => ({ value, label: value === 'system' ? system : siteFonts[value].family }));

  return (
    <div className="design">
      <PartForm part={part}>
        <Radio.Group label={t.home} value={part.values.homeLayout} onChange={(value) => part.set('homeLayout', value)}>
          <Stack mt="sm" gap="sm">
            <Radio value="list" label={t.list} />
            <Radio value="cards" label={t.cards} />
            <Radio value="magazine" label={t.magazine} />
          </Stack>
        </Radio.Group>
        <ColorField part={part} />
        <Select {...font('bodyFont')} data={fonts(t.system)} />
        <div>
          <Select {...font('headingFont')} data={fonts(t.asText)} />
          <Text size="sm" c="dimmed" mt={4}>
            {t.fontLicence}
          </Text>
        </div>
        <ImageField {...image('logo')} />
        <ImageField {...image('icon')} />
        <ImageField {...image('authorPicture')} />
        <MenuField part={part} name="authorLinks" />
        <Textarea
          name="footerText"
          label={t.footerText}
          description={t.footerTextHelp}
          autosize
          minRows={2}
          value={part.values.footerText}
          error={part.problems.footerText}
          onChange={({ currentTarget }) => part.set('footerText', currentTarget.value)}
        />
        <Textarea
          name="customCss"
          label={t.css}
          description={t.cssHelp}
          autosize
          minRows={4}
          maxRows={20}
          classNames={{ input: 'design-css' }}
          spellCheck={false}
          value={part.values.customCss}
          error={cssProblem && translateCssProblem(cssProblem, t, language)}
          onChange={({ currentTarget }) => part.set('customCss', currentTarget.value)}
        />
      </PartForm>
      <SitePreview {...preview} />
    </div>
  );
}
