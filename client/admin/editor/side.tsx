import { Autocomplete, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { postFields } from '../../../shared/post-fields.ts';
import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import type { DocumentState, EditorDocument } from './document.ts';
import type { Fields } from '../device/unsaved/fields.ts';
import { Authors } from './fields/authors.tsx';
import { Cover } from './fields/cover.tsx';
import { FieldInput } from './fields/field-input.tsx';
import { PageComments } from './fields/page-comments.tsx';
import { PostComments } from './fields/post-comments.tsx';
import { Protection } from './fields/protection.tsx';
import { PublishTime } from './fields/publish-time.tsx';
import { SearchAndSharing, type SearchField } from './fields/search-and-sharing.tsx';
import { Slug } from './fields/slug.tsx';
import { Tags } from './fields/tags.tsx';

interface InputProps {
  document: EditorDocument;
  state: DocumentState;
}

/** The inputs beside the text in display order; "Search and sharing" has the others. */
const inputs: Record<Exclude<keyof Fields, 'title' | 'content' | SearchField>, (props: InputProps) => ReactNode> = {
  publishAt: ({ document, state }) => (
    <PublishTime value={state.fields.publishAt} change={(publishAt) => document.change({ publishAt })} />
  ),
  date: (props) => props.state.kind === 'post' && <FieldInput name="date" {...props} />,
  category: Category,
  tags: ({ document, state }) => <Tags value={state.fields.tags} change={(tags) => document.change({ tags })} />,
  excerpt: (props) => <FieldInput name="excerpt" {...props} help={useTranslations().editor.excerptHelp} />,
  cover: ({ document, state }) => <Cover document={document} value={state.fields.cover} />,
  coverAlt: (props) => props.state.fields.cover !== '' && <FieldInput name="coverAlt" {...props} />,
  coverCaption: (props) => props.state.fields.cover !== '' && <FieldInput name="coverCaption" {...props} />,
  authors: ({ document, state }) => (
    <Authors value={state.fields.authors} change={(authors, author) => document.change({ authors, author })} />
  ),
  author: AuthorName,
  slug: Slug,
  pinned: (props) =>
    props.state.kind === 'page' ? (
      <PageComments {...props} />
    ) : (
      <>
        <FieldInput name="pinned" {...props} />
        <PostComments {...props} />
      </>
    ),
  protected: ({ document, state }) => <Protection document={document} fields={state.fields} />,
};

/** All fields of the post except its text. */
export function Side(props: InputProps) {
  return (
    <Stack gap="lg">
      {Object.entries(inputs).map(([name, Input]) => (
        <Input key={name} {...props} />
      ))}
      <SearchAndSharing {...props} />
    </Stack>
  );
}

/** The name of an author who has no page; names of authors stand in its place. */
function AuthorName(props: InputProps) {
  const { editor } = useTranslations();
  if (props.state.fields.authors.length > 0) return null;
  return <FieldInput name="author" {...props} help={editor.authorHelp} />;
}

function Category({ document, state }: InputProps) {
  const { fields } = useTranslations();
  const { data: used } = useQuery(trpc.stats.all.queryOptions());
  return (
    <Autocomplete
      label={fields.category}
      data={used?.categories.map(({ category }) => category) ?? []}
      value={state.fields.category}
      onChange={(category) => document.change({ category })}
      maxLength={postFields.category.max}
      limit={8}
    />
  );
}
