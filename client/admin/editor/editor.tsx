import { Alert, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useDocumentTitle, useMediaQuery } from '@mantine/hooks';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Bar } from './bar.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { canPublish, type EditorDocument } from './document.ts';
import { isSecret } from './keep-on-device.ts';
import { LeaveLost } from './leave-lost.tsx';
import { MailingLine } from './mailing/mailing-line.tsx';
import { OpenElsewhere } from './open-elsewhere.tsx';
import { Preview } from './preview.tsx';
import type { Place } from './publish/checks.ts';
import { goToPlace } from './publish/go-to-place.ts';
import { PublishDialog } from './publish/publish-dialog.tsx';
import { PublishedBar } from './publish/published-bar.tsx';
import { Recover } from './recover.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { Side } from './side.tsx';
import { useDocument } from './use-document.ts';
import { useRendered } from './use-rendered.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useSide } from './use-side.ts';
import { Writing } from './writing.tsx';
import './editor.css';
import './fields/previews.css';
import './publish/publish.css';

interface EditorProps {
  document: EditorDocument;
  /** The post id in the URL; null for a new post. */
  address: string | null;
}

/** The editor: the text, with preview or fields beside it. */
export function Editor({ document, address }: EditorProps) {
  const { editor, frame } = useTranslations();
  const state = useDocument(document, address);
  const { fields, conflict } = state;
  const rendered = useRendered(fields.content, isSecret(document));
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const { side, toggle } = useSide(isWide);
  const [isPublishing, publishing] = useDisclosure();
  const publish = () => canPublish(document.state()) && publishing.open();
  useShortcuts(document, { publish, togglePreview: () => toggle('preview') });
  const title = fields.title.trim() || (state.kind === 'page' ? frame.newPage : frame.newPost);
  useDocumentTitle(`${title} · Octavo`);
  function goTo(place: Place): void {
    publishing.close();
    if (place.in === 'field' && side !== 'fields') toggle('fields');
    if (place.in !== 'field' && side !== null && !isWide) toggle(side);
    goToPlace(document, place);
  }
  const panel = <Side document={document} state={state} />;

  return (
    <div className="editor">
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <Bar
        document={document}
        state={state}
        side={side}
        toggle={toggle}
        publish={publishing.open}
        words={rendered?.words}
      />
      <PublishedBar document={document} state={state} />
      <OpenElsewhere document={document} />
      {state.kind === 'post' && <MailingLine id={state.id} />}
      {rendered?.tooComplex && (
        <Alert color="orange" role="status">
          {editor.tooComplex}
        </Alert>
      )}
      <div className="editor-body">
        {(isWide || side !== 'preview') && (
          <Writing document={document} fields={fields} showFields={() => side === 'fields' || toggle('fields')} />
        )}
        {side === 'preview' && (
          <section className="editor-preview" aria-label={editor.preview}>
            {rendered?.droppedAt && rendered.droppedAt.length > 0 && (
              <Alert color="orange" role="status" py="xs">
                {formatMessage(editor.dropped, {
                  parts: rendered.droppedAt.map((part) => formatMessage(editor.droppedAt, part)).join(', '),
                })}
              </Alert>
            )}
            <Preview document={document} fields={fields} html={rendered?.html ?? ''} />
          </section>
        )}
        {side === 'fields' && isWide && (
          <aside className="editor-side" aria-label={editor.fields}>
            {panel}
          </aside>
        )}
      </div>
      <SideDrawer isOpen={side === 'fields' && !isWide} close={() => toggle('fields')}>
        {panel}
      </SideDrawer>
      <Recover document={document} state={state} />
      <LeaveLost document={document} state={state} />
      {isPublishing && <PublishDialog document={document} state={state} close={publishing.close} goTo={goTo} />}
      {conflict && <ConflictDialog document={document} state={state} conflict={conflict} />}
    </div>
  );
}
