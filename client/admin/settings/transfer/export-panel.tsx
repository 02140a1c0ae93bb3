import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';

import { errorSentence } from '../../errors/translate-error.ts';
import { trpc } from '../../api/api.ts';
import { useTranslations } from '../../translations/translations.ts';
import { startDownload } from './start-download.ts';

/** The exports. The service makes each file while the browser downloads it. */
export function ExportPanel() {
  const t = useTranslations().settings;
  const link = useMutation(trpc.transfer.download.mutationOptions({ onSuccess: ({ path }) => startDownload(path) }));
  const exports = [
    { kind: 'archive', button: t.exportArchive, help: t.exportArchiveHelp },
    { kind: 'markdown', button: t.exportMarkdown, help: t.exportMarkdownHelp },
    { kind: 'comments', button: t.exportComments, help: t.exportCommentsHelp },
  ] as const;

  return (
    <Stack component="section" aria-labelledby="settings-export">
      <Title order={2} size="h4" id="settings-export">
        {t.export}
      </Title>
      {exports.map(({ kind, button, help }) => (
        <Stack key={kind} gap="xs">
          <Text c="dimmed" size="sm" id={`settings-export-${kind}`}>
            {help}
          </Text>
          <div>
            <Button
              variant="default"
              leftSection={<Download size={16} aria-hidden />}
              aria-describedby={`settings-export-${kind}`}
              loading={link.isPending && link.variables.kind === kind}
              onClick={() => link.mutate({ kind })}
            >
              {button}
            </Button>
          </div>
        </Stack>
      ))}
      {link.isError && (
        <Alert color="red" role="alert">
          {errorSentence(link.error)}
        </Alert>
      )}
      <Text role="status">{link.isSuccess && t.exportStarted}</Text>
    </Stack>
  );
}
