import {
  ChartLine,
  CornerUpRight,
  FileText,
  Image,
  LayoutDashboard,
  Mail,
  MessageSquare,
  Newspaper,
  Settings,
  Tags,
  Trash2,
  UsersRound,
} from 'lucide-react';

import { hasOnlyThreads } from '../place.ts';

const all = [
  { to: '/', word: 'dashboard', key: 'd', Icon: LayoutDashboard },
  { to: '/posts', word: 'posts', key: 'p', Icon: Newspaper },
  { to: '/pages', word: 'pages', key: 'a', Icon: FileText },
  { to: '/tags', word: 'tags', key: 't', Icon: Tags },
  { to: '/authors', word: 'authors', key: 'w', Icon: UsersRound },
  { to: '/comments', word: 'comments', key: 'c', Icon: MessageSquare },
  { to: '/media', word: 'media', key: 'm', Icon: Image },
  { to: '/subscribers', word: 'subscribers', key: 'u', Icon: Mail },
  { to: '/redirects', word: 'redirects', key: 'r', Icon: CornerUpRight },
  { to: '/statistics', word: 'statistics', key: 'i', Icon: ChartLine },
  { to: '/trash', word: 'trash', key: 'x', Icon: Trash2 },
  { to: '/settings', word: 'settings', key: 's', Icon: Settings },
] as const;

const ofBlogs = new Set([
  'posts',
  'pages',
  'tags',
  'authors',
  'media',
  'subscribers',
  'redirects',
  'statistics',
  'trash',
]);

/** The destinations of the navigation, with the key that follows `g`. */
export const places = all.filter(({ word }) => !hasOnlyThreads || !ofBlogs.has(word));
