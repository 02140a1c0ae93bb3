import { storable } from '../base/text.ts';

/** What the audit log tells of a procedure. */
export interface Audited {
  /** The ids or names of its objects, from its input; default: the field `id`. */
  objects?: (input: Input) => (string | undefined)[];
  /** The action, where it depends on the input; default: the name of the procedure. */
  action?: (input: Input) => string;
  /** Whether a call with this input is left out: it changes nothing, or goes on with an earlier one. */
  skips?: (input: Input) => boolean;
  /** Whether the call asks for a password, a code or a passkey, so that failures are told, too. */
  proves?: true;
}

/** The input before it is validated. */
export type Input = Readonly<Record<string, unknown>>;

const one: Audited = {};
const proof: Audited = { proves: true };
const named: Audited = { objects: ({ kind, name }) => [`${text(kind) ?? ''} ${text(name) ?? ''}`] };
const isDryRun = ({ dryRun }: Input) => dryRun === true || dryRun === 'true';
const isLaterPage = ({ cursor }: Input) => cursor !== undefined;
/** `ids` are noted by the calls, which know those that a filter finds. */
const bulk = (subject: string): Audited => ({
  objects: () => [],
  action: ({ action }) => `${subject}.${/^[a-z]{1,20}$/.exec(text(action) ?? '')?.[0] ?? 'bulk'}`,
});

/** The procedures that the audit log tells: what the administrator's side changes, exports and downloads. */
export const audited: Readonly<Record<string, Audited>> = {
  'admin.setup': proof,
  'admin.login': proof,
  'admin.reauthenticate': proof,
  'admin.logout': one,
  'admin.changePassword': proof,
  'admin.revokeSession': one,
  'admin.confirmDevice': one,
  'admin.endDevice': one,
  'admin.logoutEverywhere': one,
  'authors.create': { objects: () => [] },
  'authors.update': one,
  'authors.delete': one,
  'comments.reply': one,
  'comments.moderate': one,
  'comments.delete': one,
  'comments.bulk': bulk('comments'),
  'jobs.retry': one,
  'jobs.remove': one,
  'keys.create': one,
  'keys.revoke': one,
  'spam.block': one,
  'spam.deleteByWriter': one,
  'spam.unblock': one,
  'mailings.cancel': one,
  'media.add': one,
  'media.update': one,
  'media.edit': one,
  'media.delete': one,
  'media.fetch': one,
  'media.cancelFetch': one,
  'pages.create': { objects: () => [] },
  'pages.update': one,
  'pages.delete': one,
  'pages.trash': one,
  'passkeys.login': { ...proof, objects: () => [] },
  'passkeys.create': { ...proof, objects: () => [] },
  'passkeys.update': one,
  'passkeys.remove': one,
  'posts.create': { objects: () => [] },
  'posts.update': one,
  'posts.rename': { objects: ({ id, newId }) => [`${text(id) ?? ''} → ${text(newId) ?? ''}`] },
  'posts.delete': one,
  'posts.trash': one,
  'posts.bulk': bulk('posts'),
  'preview.link': one,
  'preview.revoke': one,
  'privacy.erase': one,
  'redirects.add': one,
  'redirects.export': one,
  'redirects.import': { skips: isDryRun },
  'redirects.update': one,
  'redirects.remove': one,
  'reports.clear': one,
  'revisions.restore': one,
  'settings.update': {
    objects: (input) => [Object.keys(input).join(', ')],
    skips: (input) => Object.keys(input).length === 0,
  },
  'subscribers.add': one,
  'subscribers.remove': one,
  'subscribers.import': { skips: isDryRun },
  'subscribers.export': { skips: isLaterPage },
  'taxonomy.rename': named,
  'taxonomy.describe': named,
  'taxonomy.delete': named,
  'totp.begin': proof,
  'totp.confirm': proof,
  'totp.remove': proof,
  'threads.rename': one,
  'threads.move': one,
  'transfer.import': { skips: isDryRun },
  'transfer.export': { skips: isLaterPage },
  'transfer.download': { objects: ({ kind }) => [text(kind)] },
  'transfer.begin': { skips: isDryRun },
  'transfer.finish': one,
  'trash.restore': one,
  'trash.delete': one,
  'trash.empty': { objects: () => [] },
  'webhooks.create': { objects: () => [] },
  'webhooks.update': one,
  'webhooks.remove': one,
  'webhooks.redeliver': one,
  'workingCopies.save': { skips: ({ autosave }) => autosave === true },
  'workingCopies.discard': one,
  'workingCopies.publish': one,
};

/** What the actions concern: the routers. */
export const auditedSubjects = [
  'admin',
  'authors',
  'comments',
  'jobs',
  'keys',
  'spam',
  'mailings',
  'media',
  'pages',
  'passkeys',
  'posts',
  'preview',
  'privacy',
  'redirects',
  'reports',
  'revisions',
  'settings',
  'subscribers',
  'taxonomy',
  'totp',
  'threads',
  'transfer',
  'trash',
  'webhooks',
  'workingCopies',
] as const;

/** All other mutations, with the reason. */
export const unaudited: Readonly<Record<string, string>> = {
  'admin.testMail': 'changes nothing',
  'comments.submit': 'visitors',
  'comments.edit': 'visitors',
  'comments.withdraw': 'visitors',
  'comments.like': 'visitors',
  'mailings.test': 'changes nothing',
  'passkeys.loginOptions': 'begins what passkeys.login tells',
  'passkeys.options': 'begins what passkeys.create tells',
  'pictures.measure': 'what the app does by itself',
  'posts.render': 'changes nothing',
  'privacy.list': 'changes nothing',
  'reports.submit': 'visitors',
  'settings.preview': 'changes nothing',
  'stats.view': 'visitors',
  'stats.viewPage': 'visitors',
  'stats.like': 'visitors',
  'subscribers.subscribe': 'visitors',
  'threads.submit': 'visitors',
  'threads.preview': 'changes nothing',
  'threads.counts': 'changes nothing',
  'threads.react': 'visitors',
  'threads.unreact': 'visitors',
  'transfer.add': 'belongs to transfer.begin',
  'transfer.files': 'changes nothing',
  'webhooks.test': 'changes nothing',
};

/** The objects that the input names. */
export function auditedObjects({ objects = ({ id }) => [text(id)] }: Audited, input: Input): string[] {
  return objects(input).filter((object) => object !== undefined);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : undefined;
}
