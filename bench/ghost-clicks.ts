/** What an owner clicks in Ghost for a job, and from where. */
interface Path {
  from: string;
  clicks: readonly string[];
}

/**
 * The clicks that Ghost 6 takes, by job: read from the browser tests of its repository (publishing.spec.js and the page
 * objects of its comments and members) and from its help pages, not measured here. Typing is no click, as with ours.
 */
export const ghostClicks = {
  'Publish a draft': { from: 'the editor', clicks: ['Publish', 'Continue, final review', 'Publish, right now'] },
  'Schedule a draft': {
    from: 'the editor',
    clicks: ['Publish', 'Right now', 'Schedule for later', 'the time', 'Continue, final review', 'Publish at the time'],
  },
  'Edit a live post': { from: 'the list of posts', clicks: ['the post', 'its text', 'Update'] },
  'Add a tag': { from: 'the editor', clicks: ['Settings', 'Tags'] },
  Unpublish: { from: 'the editor', clicks: ['Unpublish', 'Unpublish and revert to draft'] },
  'Restore a version': {
    from: 'the editor',
    clicks: ['Settings', 'Post history', 'the version', 'Restore', 'Restore, in the dialog'],
  },
  'Picture from disk': { from: 'the editor', clicks: ['+', 'Image', 'Click to select an image'] },
  'Cover from disk': { from: 'the editor', clicks: ['Add feature image'] },
  'Link to another post': { from: 'the editor', clicks: ['Link'] },
  'Clear one spammer': {
    from: 'the start',
    clicks: ['Comments', 'More', 'Disable commenting', 'Hide all previous comments', 'Disable comments'],
  },
  'Site title': { from: 'the start', clicks: ['Settings', 'Edit, of title and description', 'Save'] },
  Logo: { from: 'the start', clicks: ['Settings', 'Customize, of the design', 'Upload logo', 'Save'] },
  'Entry of the menu': { from: 'the start', clicks: ['Settings', 'Customize, of the navigation', 'Save'] },
  'New page': {
    from: 'the start',
    clicks: ['Pages', 'New page', 'Publish', 'Continue, final review', 'Publish, right now'],
  },
} as const satisfies Record<string, Path>;
