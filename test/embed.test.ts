import { gzipSync } from 'node:zlib';
import { expect } from 'chai';

import { openBundle } from '../server/site/pages/bundle.ts';
import { languageNames } from '../shared/languages.ts';
import { VERSION } from '../shared/version.ts';
import { expectFailure, expectSecure } from './support/http.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

// docs/interface.md, F19, F20, H21
describeVisited(
  'embed.js',
  (use) => {
    const get = async (path: string, ...headers: string[]) => {
      const address = `CF-Connecting-IP: ${freshAddress()['cf-connecting-ip']}`;
      const [answer] = await sendRaw(
        use().url,
        request(`GET ${path} HTTP/1.1`, 'Host: a.example', address, ...headers),
      );
      return answer!;
    };

    it('has less than 14 KB compressed, styles included, and needs no other script', async () => {
      const { 'embed.js': script = '' } = await openBundle();
      expect(gzipSync(script).length).to.be.within(5_000, 14_000);
      expect(script).to.not.match(/(?:from|import)\s*["'(]/);
      expect(script).to.include('--octavo-accent').and.include(VERSION);
      expect(script).to.not.match(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
    });

    for (const path of ['/embed.js', `/embed/de.json?v=${VERSION}`, '/embed.js?any=query']) {
      it(`${path} is for pages of every origin, kept for an hour, compressed, and counted by no limit`, async () => {
        const answer = await get(path, 'Accept-Encoding: br', 'Origin: https://any.example');
        expect(answer.status).to.equal(200);
        expectSecure(answer);
        expect(answer.headers).to.include({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'public, max-age=3600',
          'content-encoding': 'br',
          'content-type':
            path.includes('.js?') || path.endsWith('.js')
              ? 'text/javascript; charset=utf-8'
              : 'application/json; charset=utf-8',
        });
        expect(answer.headers).to.not.have.any.keys('access-control-allow-credentials', 'ratelimit-limit');
        const { status, headers } = await get(path, 'Accept-Encoding: br', `If-None-Match: ${answer.headers['etag']}`);
        expect(status).to.equal(304);
        expect(headers).to.include({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        });
      });
    }

    it('has texts in every language of the project', async () => {
      const english = Object.keys((await use().call('GET', '/embed/en.json')).body as object);
      for (const name of languageNames) {
        const { body } = await use().call('GET', `/embed/${name}.json`);
        expect(Object.keys(body as object), name).to.deep.equal(english);
        expect(body['error.ORIGIN_NOT_ALLOWED'], name).to.include('CORS_ORIGINS');
      }
      expectFailure(await use().call('GET', '/embed/xx.json'), 404, 'NOT_FOUND');
      expectFailure(await use().call('GET', '/embed/constructor.json'), 404, 'NOT_FOUND');
    });
  },
  { SITE: 'off', CORS_ORIGINS: 'https://app.example' },
);
