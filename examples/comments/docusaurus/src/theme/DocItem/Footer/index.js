import { useDoc } from '@docusaurus/plugin-content-docs/client';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Footer from '@theme-original/DocItem/Footer';

/** The footer of a page, and below it its comments. */
export default function FooterWithComments(props) {
  const { metadata, frontMatter } = useDoc();
  const { siteConfig } = useDocusaurusContext();
  if (frontMatter.comments === false) return <Footer {...props} />;
  const url = siteConfig.url + metadata.permalink;
  return (
    <>
      <Footer {...props} />
      <octavo-comments url={url} language={frontMatter.lang}>
        <noscript>
          <a href={`${siteConfig.customFields.octavo}/embed/thread?url=${encodeURIComponent(url)}`}>Comments</a>
        </noscript>
      </octavo-comments>
    </>
  );
}
