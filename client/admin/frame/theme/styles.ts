// Mantine's style sheets come first, so that those of the app override them.
import './mantine-styles.ts';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '../frame.css';
