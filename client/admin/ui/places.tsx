import {
  CornerUpRight,
  FileText,
  Image,
  LayoutDashboard,
  Mail,
  MessageSquare,
  Newspaper,
  Settings,
  Tags,
} from 'lucide-react';

/** The destinations of the navigation, with the key that follows `g`. */
export const places = [
  { to: '/', word: 'dashboard', key: 'd', Icon: LayoutDashboard },
  { to: '/posts', word: 'posts', key: 'p', Icon: Newspaper },
  { to: '/pages', word: 'pages', key: 'a', Icon: FileText },
  { to: '/tags', word: 'tags', key: 't', Icon: Tags },
  { to: '/comments', word: 'comments', key: 'c', Icon: MessageSquare },
  { to: '/media', word: 'media', key: 'm', Icon: Image },
  { to: '/subscribers', word: 'subscribers', key: 'u', Icon: Mail },
  { to: '/redirects', word: 'redirects', key: 'r', Icon: CornerUpRight },
  { to: '/settings', word: 'settings', key: 's', Icon: Settings },
] as const;
