// Mantine's own style sheets first, so that the app's may overrule them.
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './frame/frame.css';
