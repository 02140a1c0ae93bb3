import { alertKinds } from '../../../../shared/alerts.ts';
import type { Translate } from '../../../../shared/translate.ts';
import { element, walk, type Root } from '../../../html/hast.ts';

/** Gives alerts their class and their title. */
export function showAlerts(tree: Root, t: Translate): void {
  walk(tree, (quote) => {
    const kind = alertKinds.find((one) => one === quote.properties['dataAlert']);
    delete quote.properties['dataAlert'];
    if (quote.tagName !== 'blockquote' || kind === undefined) return;
    quote.properties['className'] = ['alert', kind];
    const title = element('strong', {}, [{ type: 'text', value: t(`alert.${kind}`) }]);
    quote.children.unshift(element('p', { className: ['alert-title'] }, [title]));
  });
}
