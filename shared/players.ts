/** The origins of the players in which videos of other sites are shown. */
export const playerOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

/**
 * The URL of the player of a video on YouTube or Vimeo; undefined for every other page.
 *
 * @param url of the page of the video
 */
export function playerOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, pathname, searchParams } = new URL(url);
  if (!/^https?:$/.test(protocol)) return undefined;
  const host = hostname.replace(/^(?:www|m|music)\./, '');
  const [first = '', second = ''] = pathname.split('/').slice(1);
  if (host === 'youtu.be') return youtube(first, searchParams);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id =
      first === 'watch' ? (searchParams.get('v') ?? '') : /^(?:embed|live|shorts|v)$/.test(first) ? second : '';
    return youtube(id, searchParams);
  }
  if (host === 'vimeo.com') return vimeo(first, second);
  if (host === 'player.vimeo.com' && first === 'video') return vimeo(second, searchParams.get('h') ?? '');
  return undefined;
}

function youtube(id: string, query: URLSearchParams): string | undefined {
  if (!/^[\w-]{11}$/.test(id)) return undefined;
  const start = seconds(query.get('t') ?? query.get('start') ?? '');
  return `${playerOrigins[0]}/embed/${id}?autoplay=1${start > 0 ? `&start=${start}` : ''}`;
}

/** @param key of a video that is not listed */
function vimeo(id: string, key: string): string | undefined {
  if (!/^\d{1,12}$/.test(id)) return undefined;
  return `${playerOrigins[1]}/video/${id}?autoplay=1&dnt=1${/^[\da-f]{1,20}$/.test(key) ? `&h=${key}` : ''}`;
}

/** A time such as `90`, `90s` or `1h2m3s`. */
function seconds(text: string): number {
  const [whole, h = 0, m = 0, s = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? [];
  return whole === undefined ? 0 : Number(h) * 3600 + Number(m) * 60 + Number(s);
}
