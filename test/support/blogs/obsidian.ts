import type { Blog } from './blog.ts';

const FIRST = `---
title: First note
date: 2024-02-04
tags: ["#sea", garden/herbs]
category: "[[Topics/Journeys|Journeys]]"
author: "[[Ada]]"
---

[[second note]] [[Folder/Second Note#Part 2|part]] [[Second Note#^block]] [[#Own part]] [[Nowhere]]
![[Second Note]] ![[Boat picture.png|200]]

| a | b |
| - | - |
| [[Second Note\\|named]] | x |

%% nobody reads this \`or this\` %%Shown. \`%% code %%\`

## Own part
`;

/** A vault of Obsidian: links by name in any case, embedded notes and pictures, comments, blocks, properties. */
export const obsidian = ([png]: readonly Uint8Array[]): Blog => ({
  generator: 'Obsidian',
  files: {
    'First note.md': FIRST,
    'Folder/Second Note.md':
      '---\ncreated: 2024-02-05T10:00:00+01:00\naliases: [Other name]\n---\n\n## Part 2\n\nA block. ^block\n\n%%\nThe end is a comment.\n',
    'Folder/Secret.md': '---\ncreated: 2024-02-06\npublish: false\n---\n\nSecret.\n',
    'Daily/2024-02-07.md': 'A day in [[first note|the vault]].\n',
    'Templates/Note.md': '---\ncreated: {{date}}\n---\n',
    'Files/Boat picture.png': png!,
    'Undated.md': 'No date.\n',
    '.obsidian/app.json': '{}',
  },
  posts: [
    {
      id: 'first-note',
      file: 'First note.md',
      title: 'First note',
      date: '2024-02-04',
      tags: ['sea', 'garden/herbs'],
      category: 'Journeys',
      author: 'Ada',
      content:
        '[second note](/posts/second-note) [part](/posts/second-note#part-2) [Second Note](/posts/second-note) [Own part](#own-part) [[Nowhere]]\n' +
        '[Second Note](/posts/second-note) ![](/media/boat-picture.png)\n\n' +
        '| a | b |\n| - | - |\n| [named](/posts/second-note) | x |\n\nShown. `%% code %%`\n\n## Own part\n',
    },
    {
      id: 'second-note',
      file: 'Folder/Second Note.md',
      title: 'Second Note',
      date: '2024-02-05',
      created_at: '2024-02-05T09:00:00.000Z',
      content: '## Part 2\n\nA block.\n\n',
    },
    {
      id: 'secret',
      file: 'Folder/Secret.md',
      title: 'Secret',
      date: '2024-02-06',
      status: 'draft',
      content: 'Secret.\n',
    },
    {
      id: '2024-02-07',
      file: 'Daily/2024-02-07.md',
      title: '2024 02 07',
      date: '2024-02-07',
      content: 'A day in [the vault](/posts/first-note).\n',
    },
    { id: 'undated', file: 'Undated.md', kind: 'page', title: 'Undated', status: 'draft', content: 'No date.\n' },
  ],
  left: ['Templates/Note.md'],
});
